package layout

import "testing"

func TestCheck(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		update string
		want   error
	}{
		"blank":                      {"  \n", nil},
		"a reference":                {`<reference name="content"><block type="core/text" name="a"/></reference>`, nil},
		"two fragments":              {`<remove name="left"/><remove name="right"/>`, nil},
		"text":                       {"hello", nil},
		"an open element":            {`<reference name="content">`, errInvalid},
		"closing what is not its":    {`</layout><layout>`, errInvalid},
		"an ampersand":               {`<a>&</a>`, errInvalid},
		"a document type":            {`<!DOCTYPE a [<!ENTITY b "c">]><a/>`, errInvalid},
		"an instruction":             {`<?php echo 1 ?>`, errInvalid},
		"a template attribute":       {`<block type="core/template" template="a.phtml"/>`, errTemplate},
		"a template element":         {`<block type="core/template"><template>a.phtml</template></block>`, errTemplate},
		"a method":                   {`<action method="setTemplate"><value>a.phtml</value></action>`, errTemplate},
		"a method in another case":   {`<action method="SETTEMPLATE"/>`, errTemplate},
		"a template by its name":     {`<action method="setDataUsingMethod"><key>template</key><value>a.phtml</value></action>`, errTemplate},
		"something else by its name": {`<action method="setDataUsingMethod"><key>title</key><value>A</value></action>`, nil},
		"a way up":                   {`<block type="core/text" name="../../etc"/>`, errTemplate},
		"a helper":                   {`<action method="setTitle"><title helper="core/data/evil"/></action>`, errHelper},
		"a helper outside actions":   {`<title helper="core/data"/>`, nil},
		"a disallowed kind of block": {`<block type="Install/Show" name="a"/>`, errBlock},
	} {
		if got := Check(c.update, []string{"install/show"}); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
