package trail

// AllSentences holds the English sentences by event type.
var AllSentences = sentences
