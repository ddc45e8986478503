package catalogfile

// File returns the path of the checkpoint.
func (c *Checkpoint) File() string { return c.file }
