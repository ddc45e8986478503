package catalog

import "testing"

func TestCheck(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		update string
		want   error
	}{
		"blank":                    {"  \n", nil},
		"a reference":              {`<reference name="content"><block type="core/text" name="a"/></reference>`, nil},
		"two fragments":            {`<remove name="left"/><remove name="right"/>`, nil},
		"text":                     {"hello", nil},
		"an open element":          {`<reference name="content">`, errLayout},
		"closing what is not its":  {`</layout><layout>`, errLayout},
		"an ampersand":             {`<a>&</a>`, errLayout},
		"a document type":          {`<!DOCTYPE a [<!ENTITY b "c">]><a/>`, errLayout},
		"an instruction":           {`<?php echo 1 ?>`, errLayout},
		"a template attribute":     {`<block type="core/template" template="a.phtml"/>`, errLayoutTemplate},
		"a template element":       {`<block type="core/template"><template>a.phtml</template></block>`, errLayoutTemplate},
		"a method":                 {`<action method="setTemplate"><value>a.phtml</value></action>`, errLayoutTemplate},
		"a method in another case": {`<action method="SETTEMPLATE"/>`, errLayoutTemplate},
		"a template by name": {
			`<action method="setDataUsingMethod"><key>template</key><value>a.phtml</value></action>`, errLayoutTemplate,
		},
		"something else by its name": {`<action method="setDataUsingMethod"><key>title</key><value>A</value></action>`, nil},
		"a way up":                   {`<block type="core/text" name="../../etc"/>`, errLayoutTemplate},
		"a helper":                   {`<action method="setTitle"><title helper="core/data/evil"/></action>`, errLayoutHelper},
		"a helper outside actions":   {`<title helper="core/data"/>`, nil},
		"a disallowed kind of block": {`<block type="Install/Show" name="a"/>`, errLayoutBlock},
	} {
		if got := CheckLayout(c.update, []string{"install/show"}); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
