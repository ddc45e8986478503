// Package sales declares orders and shipments: reading them, and what the back office and customers do with them.
package sales
