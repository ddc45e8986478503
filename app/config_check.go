package app

import "tradelog/mcp"

// CheckConfig refuses values that name things which this program does not have. settings.Table checks the form of values.
func (a *App) CheckConfig(path, value string) error {
	if path == mcp.ExcludedSetting {
		return mcp.CheckExcluded(a.Pipeline.Registry, value)
	}
	return nil
}
