package soap

import (
	"reflect"
	"testing"

	"tradelog/soap/wire"
)

// FuzzMessages opens anything as a message of every interface. Arguments of V2 that are written again are read as the same values.
func FuzzMessages(f *testing.F) {
	x := newIndex(resources())
	begin, end := `<E:Envelope xmlns:E="`+wire.Envelope+`" xmlns:n="`+wire.Encoding+`"><E:Body>`, "</E:Body></E:Envelope>"
	for _, s := range []string{
		`<call><sessionId>x</sessionId><resourcePath>customer_address.info</resourcePath><args><n:int>1</n:int></args></call>`,
		`<customerAddressCreate><sessionId/><customerId>1</customerId><addressData><city>L</city><street><item>a</item><item>b</item>` +
			`</street><region_id>7</region_id><is_default_billing>1</is_default_billing></addressData></customerAddressCreate>`,
		`<catalogProductCustomOptionValueAddRequestParam><optionId>1</optionId><data><complexObjectArray><title>a&#13;</title>` +
			`</complexObjectArray></data></catalogProductCustomOptionValueAddRequestParam>`,
		`<multiCall><calls type="Array"><item href="#a"/></calls><m id="a" type="x:Map"><item><key>0</key><value/></item></m></multiCall>`,
	} {
		f.Add([]byte(begin + s + end))
	}
	f.Add([]byte(`<methodCall><methodName>call</methodName><params><param><value><struct><member><name>a</name><value><array><data><value>` +
		`<boolean>1</boolean></value></data></array></value></member></struct></value></param></params></methodCall>`))
	f.Fuzz(func(t *testing.T, document []byte) {
		for _, s := range []style{loose, typed, literal} {
			m, err := open(document, x, s)
			if err != nil || m.name == "" {
				continue
			}
			args := []Arg{sessionArg}
			if m.base != nil {
				args = m.base.args
			} else {
				args = append(args, m.method.Args...)
			}
			values, err := m.arguments(args)
			if err != nil {
				continue
			}
			for i, a := range args {
				sameAgain(t, a.Type, a.Type.Coerce(values[i]))
				for _, method := range x.byPath {
					_, _ = method.loose(values[i])
				}
			}
		}
		if root, err := wire.Read(document); err == nil {
			if v, err := readRPC(root.Child("value")); err == nil {
				w := &wire.Writer{}
				writeRPC(w, v)
				if _, err := wire.Read(w.Bytes()); err != nil {
					t.Errorf("%v was written as %q: %v", v, w.Bytes(), err)
				}
			}
		}
	})
}

// sameAgain writes a value as SOAP V2 does and reads it.
func sameAgain(t *testing.T, kind *wire.Type, v wire.Value) {
	t.Helper()
	if v == nil || kind == wire.Any || kind == fixedArray {
		return
	}
	w := &wire.Writer{}
	w.Raw(`<a xmlns:xsi="`+wire.Instance+`" xmlns:SOAP-ENC="`, wire.Encoding, `">`)
	w.Typed("b", kind, v)
	w.Raw("</a>")
	root, err := wire.Read(w.Bytes())
	if err != nil {
		t.Fatalf("%v was written as %q: %v", v, w.Bytes(), err)
	}
	again, err := wire.NewDecoder(root).Value(root.Children[0])
	if err != nil || !reflect.DeepEqual(kind.Coerce(again), v) {
		t.Errorf("%#v was written as %q and read as %#v, %v", v, w.Bytes(), again, err)
	}
}
