package documents

// EngineProjector is the state of a projector.
type EngineProjector struct {
	Type          string      `json:"@type" doc:"EngineProjector"`
	Name          string      `json:"name" doc:"name of the projector"`
	Version       int         `json:"version" doc:"version of its tables' contents"`
	State         string      `json:"state" enum:"running,stopped,rebuilding" doc:"stopped: it failed at an event; rebuilding: new tables are made beside those that serve"`
	Position      int64       `json:"position" doc:"everything up to this position of the log has been applied"`
	LagEvents     int64       `json:"lagEvents" doc:"positions behind the log"`
	LagSeconds    float64     `json:"lagSeconds" doc:"age of the oldest event that it has not read, as last measured"`
	PerSecond     float64     `json:"perSecond" doc:"positions per second in the last minute"`
	Error         *string     `json:"error" doc:"why it has stopped; null: it runs"`
	ErrorPosition *int64      `json:"errorPosition" doc:"position of the event at which it stopped"`
	ErrorEvent    *string     `json:"errorEvent" doc:"type of that event"`
	FailedAt      *string     `json:"failedAt" shown:"time" doc:"when it stopped, in UTC"`
	UpdatedAt     string      `json:"updatedAt" shown:"time" doc:"when it last stored its position, in UTC"`
	CanRollBack   bool        `json:"canRollBack" doc:"whether there are earlier tables to go back to"`
	Job           *EngineJob  `json:"job" doc:"the job that has the projector now; null: none"`
	Lags          []EngineLag `json:"lags" doc:"lags in the last hour, the oldest first, as this instance has measured them"`
}

// EngineLag is the number of events by which a follower of the log lagged at a time.
type EngineLag struct {
	At      string  `json:"at" shown:"time" doc:"time of the sample, in UTC"`
	Events  int64   `json:"events" doc:"positions behind the log"`
	Seconds float64 `json:"seconds" doc:"age of the oldest event that was not read"`
}

// EngineJob is a rebuild, a rollback or a verification of a projector.
type EngineJob struct {
	Type        string             `json:"@type" doc:"EngineJob"`
	ID          int64              `json:"id" doc:"number of the job"`
	Projector   string             `json:"projector" doc:"name of the projector"`
	Kind        string             `json:"kind" enum:"rebuild,rollback,verify" doc:"what is done"`
	State       string             `json:"state" enum:"running,done,failed,canceled,interrupted" doc:"interrupted: its process has ended"`
	Canceling   bool               `json:"canceling" doc:"somebody has asked for its end"`
	Step        string             `json:"step" enum:"replaying,indexing,comparing" doc:"what it does now; empty: it begins"`
	Position    int64              `json:"position" doc:"position of the new rows"`
	Target      int64              `json:"target" doc:"position that they are to reach; 0: not known yet"`
	PerSecond   float64            `json:"perSecond" doc:"positions per second"`
	SecondsLeft *float64           `json:"secondsLeft" doc:"time that remains at this rate; null: not known"`
	StartedBy   string             `json:"startedBy" doc:"kind and number of the account; empty: the program itself"`
	Program     string             `json:"program" doc:"program that it was begun with"`
	StartedAt   string             `json:"startedAt" shown:"time" doc:"when it was begun, in UTC"`
	EndedAt     *string            `json:"endedAt" shown:"time" doc:"when it ended, in UTC"`
	Error       *string            `json:"error" doc:"why it failed"`
	Differences []EngineDifference `json:"differences" doc:"tables that differ from their rebuild, of a verification"`
}

// EngineDifference is a difference that a verification has found in a table.
type EngineDifference struct {
	Table   string   `json:"table" doc:"name of the table"`
	Missing int64    `json:"missing" doc:"rows that only the rebuild has"`
	Excess  int64    `json:"excess" doc:"rows that only the live table has"`
	Rows    []string `json:"rows" doc:"keys of the first of them"`
}

// EngineReaction is the state of a reaction to events.
type EngineReaction struct {
	Type       string      `json:"@type" doc:"EngineReaction"`
	Name       string      `json:"name" doc:"name of the reaction"`
	Position   int64       `json:"position" doc:"everything up to this position was handled or parked"`
	LagEvents  int64       `json:"lagEvents" doc:"positions behind the log"`
	LagSeconds float64     `json:"lagSeconds" doc:"age of the oldest event that it has not read, as last measured"`
	PerSecond  float64     `json:"perSecond" doc:"positions per second in the last minute"`
	Parked     int64       `json:"parked" doc:"events that it could not handle"`
	Lags       []EngineLag `json:"lags" doc:"lags in the last hour, the oldest first, as this instance has measured them"`
}

// EngineParked is an event that a reaction could not handle.
type EngineParked struct {
	Type     string `json:"@type" doc:"EngineParked"`
	Reaction string `json:"reaction" doc:"name of the reaction"`
	Position int64  `json:"position" doc:"position of the event"`
	Stream   string `json:"stream" doc:"stream of the event; its later events are parked, too"`
	Event    string `json:"event" doc:"type of the event"`
	Error    string `json:"error" doc:"why it could not be handled"`
	ParkedAt string `json:"parkedAt" shown:"time" doc:"when it was parked, in UTC"`
	First    bool   `json:"first" doc:"whether it is the first of its stream: a retry begins with it"`
}

// EngineRetried is the outcome of a retry.
type EngineRetried struct {
	Type    string  `json:"@type" doc:"EngineRetried"`
	Handled int64   `json:"handled" doc:"number of events that were handled"`
	Error   *string `json:"error" doc:"why the next one failed again; null: none is left"`
}

// EngineWebhook is a subscription to changes and its progress.
type EngineWebhook struct {
	WebhookStatus
	ID          int64    `json:"id" doc:"ID of the webhook"`
	Name        string   `json:"name" doc:"what it is for"`
	Address     string   `json:"address" doc:"the address without its parameters"`
	Resources   []string `json:"resources" doc:"resources whose changes are sent"`
	Active      bool     `json:"active" doc:"whether it is switched on"`
	SuspendedAt *string  `json:"suspendedAt" shown:"time" doc:"when it was suspended after failures, in UTC"`
	Trouble     *string  `json:"trouble" doc:"why it was suspended, or deliveries were given up"`
}

// EngineRelay is the progress of a relay to a broker.
type EngineRelay struct {
	Type      string `json:"@type" doc:"EngineRelay"`
	Name      string `json:"name" doc:"name of the relay"`
	Target    string `json:"target" doc:"where it publishes to, without credentials"`
	Position  int64  `json:"position" doc:"everything up to this position is at the broker"`
	LagEvents int64  `json:"lagEvents" doc:"positions behind the log"`
	Running   bool   `json:"running" doc:"whether a process runs it"`
	UpdatedAt string `json:"updatedAt" shown:"time" doc:"when it last stored its position, in UTC"`
}

// EngineInstance is a process that runs on the database.
type EngineInstance struct {
	Type      string  `json:"@type" doc:"EngineInstance"`
	ID        string  `json:"id" doc:"identifier of the instance"`
	Role      string  `json:"role" doc:"share of the work that it may do"`
	Version   string  `json:"version" doc:"version of the program"`
	Host      string  `json:"host" doc:"name of the machine"`
	Process   int64   `json:"process" doc:"number of the process"`
	Address   *string `json:"address" doc:"address at which it answers requests; null: it does not"`
	Projects  bool    `json:"projects" doc:"whether it runs the projectors now"`
	Reacts    bool    `json:"reacts" doc:"whether it runs the reactions now"`
	Running   bool    `json:"running" doc:"whether it has said so lately"`
	Here      bool    `json:"here" doc:"whether it is the one that answers"`
	StartedAt string  `json:"startedAt" shown:"time" doc:"when it started, in UTC"`
	SeenAt    string  `json:"seenAt" shown:"time" doc:"when it last said that it runs, in UTC"`
}

// EngineInstallation are the instances of an installation and what needs an operator.
type EngineInstallation struct {
	Type      string           `json:"@type" doc:"EngineInstallation"`
	Instances []EngineInstance `json:"instances" doc:"the instances, the oldest first"`
	Missing   []string         `json:"missing" doc:"roles that no running instance has"`
	Troubles  []string         `json:"troubles" doc:"what needs an operator although requests are served"`
}

// EngineBackup is a backup that was made of the database.
type EngineBackup struct {
	Type      string  `json:"@type" doc:"EngineBackup"`
	Kind      string  `json:"kind" enum:"dump,base" doc:"dump: of the database; base: a copy of the cluster for a point-in-time recovery"`
	Dir       string  `json:"place" doc:"directory that it was made in"`
	Position  int64   `json:"position" doc:"end of the log in it"`
	Bytes     *int64  `json:"bytes" doc:"size of the dump"`
	Program   string  `json:"program" doc:"version of the program that made it"`
	MadeAt    string  `json:"madeAt" shown:"time" doc:"when it was made, in UTC"`
	CheckedAt *string `json:"checkedAt" shown:"time" doc:"when its files were last checked, in UTC; null: never"`
	Damage    *string `json:"damage" doc:"what the last check has found; null: nothing"`
}

// EngineLog is the progress of the verification of the log.
type EngineLog struct {
	Type        string  `json:"@type" doc:"EngineLog"`
	Head        int64   `json:"head" doc:"position of the newest event"`
	Sealed      bool    `json:"sealed" doc:"whether its events have seals; without them nothing is verified here"`
	Verified    int64   `json:"verified" doc:"position up to which the seals were verified"`
	VerifiedAt  *string `json:"verifiedAt" shown:"time" doc:"when they were last verified, in UTC"`
	Broken      *int64  `json:"broken" doc:"first position whose seal is broken; null: none"`
	Damage      *string `json:"damage" doc:"what is wrong there"`
	Checkpoint  int64   `json:"checkpoint" doc:"position up to which signed checkpoints cover the log"`
	Unpublished int64   `json:"unpublished" doc:"checkpoints that were not published"`
}
