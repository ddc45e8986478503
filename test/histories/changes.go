package histories

// changesSteps read the feed of changes.
var changesSteps = []Step{{Name: "system_changes_get"}}
