// Package generator names the packages that generated clients import, so that this module requires them.
package generator

import _ "github.com/oapi-codegen/runtime"
