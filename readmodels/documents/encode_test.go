package documents

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"tradelog/domain/money"
)

// fill gives every field a value, so that nothing a document can show is left out.
func fill(v reflect.Value, depth int) {
	switch v.Interface().(type) {
	case money.Decimal:
		v.Set(reflect.ValueOf(money.MustParse("12.3400")))
		return
	case time.Time:
		v.Set(reflect.ValueOf(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)))
		return
	case json.RawMessage:
		v.Set(reflect.ValueOf(json.RawMessage(`{"raw":[1,2]}`)))
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if depth > 6 {
			return
		}
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), depth+1)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				fill(v.Field(i), depth+1)
			}
		}
	case reflect.Slice:
		if depth > 6 {
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(v.Index(i), depth+1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for _, key := range []string{"b <&>", "a\u2028ä\"\\"} {
			value := reflect.New(v.Type().Elem()).Elem()
			if value.Kind() == reflect.Interface {
				value.Set(reflect.ValueOf("x"))
			} else {
				fill(value, depth+1)
			}
			v.SetMapIndex(reflect.ValueOf(key).Convert(v.Type().Key()), value)
		}
	case reflect.String:
		v.SetString("<b>\"Ä\" & \u2028\x01\\ 日本</b>")
	case reflect.Int, reflect.Int64:
		v.SetInt(-42)
	case reflect.Bool:
		v.SetBool(true)
	}
}

// TestDocumentsArePrintedAsTheStandardLibraryDoes: a quicker encoder prints them, and nobody may notice.
func TestDocumentsArePrintedAsTheStandardLibraryDoes(t *testing.T) {
	t.Parallel()
	for _, of := range []any{
		&Order{}, &OrderRow{}, &OrderBackend{}, &OrderSecrets{}, &Item{}, &Shipment{}, &Cart{}, &Customer{}, &Category{}, &Product{},
		&Address{}, &ListAddress{},
	} {
		for _, filled := range []bool{false, true} {
			value := reflect.New(reflect.TypeOf(of).Elem())
			if filled {
				fill(value.Elem(), 0)
			}
			var want bytes.Buffer
			enc := json.NewEncoder(&want)
			enc.SetEscapeHTML(false)
			if err := enc.Encode(value.Interface()); err != nil {
				t.Fatal(err)
			}
			got, err := Encode(value.Interface())
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, bytes.TrimRight(want.Bytes(), "\n")) {
				t.Errorf("%T, filled %t:\n%s\nwant\n%s", of, filled, got, want.Bytes())
			}
		}
	}
}
