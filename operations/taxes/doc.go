// Package taxes declares the classes, rates and rules of taxes (shapes-customer §8).
package taxes
