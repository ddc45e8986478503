package pdf

import (
	"encoding/xml"
	"strings"
	"time"

	template "github.com/DataDog/datadog-agent/pkg/template/text"
)

// metadata returns the description of the file as XMP (ISO 16684-1). Properties that PDF/A does not know are described too.
func (d *Document) metadata() string {
	var b strings.Builder
	err := xmp.Execute(&b, map[string]string{
		"Title": clean(d.info.Title), "Author": clean(d.info.Author), "Language": d.info.Language,
		"Made": d.info.Made.UTC().Format(time.RFC3339), "Producer": producer, "Invoice": d.info.Invoice,
	})
	if err != nil {
		panic("pdf: " + err.Error()) // the template is ours
	}
	return b.String()
}

func escaped(text string) (string, error) {
	var b strings.Builder
	err := xml.EscapeText(&b, []byte(text))
	return b.String(), err
}

var xmp = template.Must(template.New("xmp").Funcs(template.FuncMap{"x": escaped, "properties": invoiceProperties}).Parse(
	`<?xpacket begin="` + "\ufeff" + `" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{{x .Title}}</rdf:li></rdf:Alt></dc:title>
{{- with .Author}}
<dc:creator><rdf:Seq><rdf:li>{{x .}}</rdf:li></rdf:Seq></dc:creator>{{end}}
<dc:language><rdf:Bag><rdf:li>{{x .Language}}</rdf:li></rdf:Bag></dc:language>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<xmp:CreateDate>{{.Made}}</xmp:CreateDate><xmp:ModifyDate>{{.Made}}</xmp:ModifyDate><pdf:Producer>{{x .Producer}}</pdf:Producer>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part></rdf:Description>
{{- with .Invoice}}
<rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#">
<fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>{{x .}}</fx:DocumentFileName>
<fx:Version>1.0</fx:Version><fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
</rdf:Description>{{end}}
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag>
<rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category><pdfaProperty:description>part of ISO 14289</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li>
{{- if .Invoice}}
<rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>fx</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>
{{- range $name, $text := properties}}
<rdf:li rdf:parseType="Resource">
<pdfaProperty:name>{{$name}}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType>
<pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>{{$text}}</pdfaProperty:description>
</rdf:li>{{end}}
</rdf:Seq></pdfaSchema:property>
</rdf:li>{{end}}
</rdf:Bag></pdfaExtension:schemas>
</rdf:Description>
</rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`))

// invoiceProperties are the properties that tell which attachment is an invoice.
func invoiceProperties() map[string]string {
	return map[string]string{
		"DocumentFileName": "name of the attached invoice", "DocumentType": "kind of the document", "Version": "version of the standard",
		"ConformanceLevel": "profile of the invoice",
	}
}
