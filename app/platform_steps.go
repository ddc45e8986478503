package app

import (
	"errors"
	"fmt"
	"reflect"
)

// platformSteps repeat a request with its idempotency key.
var platformSteps = []Step{{"repeat a request", func(w *Walk) error {
	key, class := fmt.Sprintf("key %d", w.Moves), Arguments{"className": w.Name("Class")}
	first, err := w.Call("tax_tax_classes_create", class, key)
	if err != nil {
		return err
	}
	if again, err := w.Call("tax_tax_classes_create", class, key); err != nil || !reflect.DeepEqual(first, again) {
		return errors.Join(err, fmt.Errorf("the first answer is %v, the second %v", first, again))
	}
	return nil
}}}
