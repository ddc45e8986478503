package app

import "tradelog/mcp"

// CheckConfig refuses values that name what this program does not have. What a value may look like is the business of
// settings.Table.
func (a *App) CheckConfig(path, value string) error {
	if path == mcp.ExcludedSetting {
		return mcp.CheckExcluded(a.Pipeline.Registry, value)
	}
	return nil
}
