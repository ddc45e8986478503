// Package monitoring watches the state of a shop for those who operate it: metrics, troubles that leave requests served, and works that no
// running instance does.
package monitoring
