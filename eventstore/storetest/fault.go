package storetest

// Fault is a defect that a real store could have. Memory can be given any of them, to prove that the suite catches it.
type Fault string

// Faults of appending.
const (
	FaultNumbersBeforeCommit   Fault = "positions are taken before the commit, so that a later one may be visible first"
	FaultLosesInBatch          Fault = "an event in the middle of an append is not stored"
	FaultRevisionUnchecked     Fault = "an exact revision is not checked"
	FaultExistenceUnchecked    Fault = "StreamExists and NoStream are not checked"
	FaultChecksThenActs        Fault = "the revision is checked first and the events are stored later"
	FaultWrongActual           Fault = "a refusal does not tell the actual revision"
	FaultRepeatStoredTwice     Fault = "a repeated append is stored again"
	FaultRepeatRefused         Fault = "a repeated append is refused by its expectation"
	FaultRepeatOnlyNewest      Fault = "a repeated append is recognised only while nothing came after it"
	FaultOverlapStored         Fault = "of an append whose IDs are partly taken the rest is stored"
	FaultIDsPerStream          Fault = "an ID can be stored once in each stream although the store promises otherwise"
	FaultInvalidPartlyStored   Fault = "the events before an invalid one are stored"
	FaultCancelledStored       Fault = "an append is stored and answered with its cancelled context, which means not done"
	FaultAppendAfterClose      Fault = "a closed store takes appends"
	FaultBytesAltered          Fault = "JSON is parsed and written again"
	FaultKeepsCallersBytes     Fault = "the bytes of the caller are kept instead of copied"
	FaultGapInPositions        Fault = "a refused append uses up a position although positions are promised to be dense"
	FaultSealNotChained        Fault = "a seal is not over its predecessor"
	FaultTimesRunBack          Fault = "recorded times follow a clock that jumps back"
	FaultTurnShared            Fault = "others append while a caller has its turn"
	FaultTurnRefusedStored     Fault = "an event is stored although the decision made in turn failed"
	FaultStreamsPartly         Fault = "of an append to several streams those before the one that refuses it are stored"
	FaultStreamsFirstChecked   Fault = "of an append to several streams only the first expectation is checked"
	FaultStreamsRestStored     Fault = "of an append to several streams that is partly stored the rest is stored"
	FaultStreamsApart          Fault = "others append between the streams of one append"
	FaultAppendedWrongPosition Fault = "an append tells the position of its first event as that of its last"
	FaultAppendedWrongTime     Fault = "an append tells the caller's time instead of the recorded one"
)

// Faults of reading.
const (
	FaultMissingStreamFails    Fault = "reading a stream that does not exist is an error"
	FaultFromIncluded          Fault = "the event at the start of a read or subscription is delivered again"
	FaultReordered             Fault = "events of one page change places"
	FaultCategoriesIgnored     Fault = "of a filter only the types count"
	FaultFilterProgressLies    Fault = "a filtered page that is full claims to have considered the whole log"
	FaultProgressPastHead      Fault = "a read that finds nothing claims a position past the head"
	FaultEndLies               Fault = "a page claims to be the last although there are more"
	FaultPositionsNear         Fault = "the event nearest to a position is returned where there is none"
	FaultTimesInclusive        Fault = "an event that was recorded at a time counts as recorded before it"
	FaultHeadLies              Fault = "the head is one further than the newest event"
	FaultLogIDShared           Fault = "all logs have the same name"
	FaultBackwardsSkips        Fault = "pages of a backwards read leave out an event between them"
	FaultReadsIgnoreContext    Fault = "reads go on after their context has ended"
	FaultCapabilitiesOverstate Fault = "the store says that it promises more than it was declared to"
)

// Faults of subscribing.
const (
	FaultSeamSkips           Fault = "a subscription goes live at the head and not where it had caught up"
	FaultDeliveredTwice      Fault = "the last event before going live is delivered again"
	FaultNeverCaughtUp       Fault = "a subscription never says that it is caught up"
	FaultCaughtUpTooEarly    Fault = "a subscription always says that it is caught up"
	FaultNoProgress          Fault = "a subscription tells no progress through what its filter leaves out"
	FaultCloseDoesNotWake    Fault = "Close leaves a waiting Next waiting"
	FaultCancelLosesBatch    Fault = "a cancelled Next takes a batch with it"
	FaultDeafInstance        Fault = "subscriptions do not hear of appends by other instances"
	FaultSharedBatches       Fault = "subscriptions hand out memory of their own"
	FaultStoreCloseNotHeard  Fault = "subscriptions outlive their store"
	FaultReadOnceThenNothing Fault = "a subscription stops after it was caught up and woken once"
)
