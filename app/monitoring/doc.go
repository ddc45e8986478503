// Package monitoring watches the state of a shop for its operators: metrics, troubles despite which requests are served, and works that no
// running instance does.
package monitoring
