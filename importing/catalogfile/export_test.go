package catalogfile

// File is where the checkpoint is kept.
func (c *Checkpoint) File() string { return c.file }
