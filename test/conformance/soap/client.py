"""Calls a shop with Python's clients: zeep, xmlrpc.client, and plain HTTP for JSON-RPC.

It reads calls from standard input, one JSON object a line, and prints an answer to each.

    python3 client.py FORM ADDRESS USER KEY     FORM is v1, v2, wsi, xmlrpc or jsonrpc
"""

import base64
import json
import sys
import urllib.parse
import urllib.request
import xmlrpc.client


class Refused(Exception):
    """A fault that the shop answered."""

    def __init__(self, code, message):
        self.code, self.message = code, message


class Zeep:
    """zeep in its strict mode. It checks the WSDL, each call and each answer."""

    # zeep always fetches the schema of SOAP's encoding from this address. These are the parts of it that arrays need.
    ENCODING = "http://schemas.xmlsoap.org/soap/encoding/"
    ARRAYS = f"""<schema xmlns="http://www.w3.org/2001/XMLSchema" xmlns:tns="{ENCODING}" targetNamespace="{ENCODING}">
      <attribute name="arrayType" type="string"/>
      <complexType name="Array">
        <sequence><any namespace="##any" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></sequence>
        <attribute ref="tns:arrayType"/>
      </complexType>
    </schema>"""
    # V1 has maps, which the WSDL does not declare. PHP knows them; zeep gets their declaration here.
    MAPS = """<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="http://xml.apache.org/xml-soap">
      <complexType name="Map"><sequence><element name="item" minOccurs="0" maxOccurs="unbounded"><complexType><sequence>
        <element name="key" type="anyType"/><element name="value" type="anyType" nillable="true"/>
      </sequence></complexType></element></sequence></complexType>
    </schema>"""

    def __init__(self, form, wsdl, user, key):
        import zeep
        from lxml import etree

        self.form, self.zeep = form, zeep
        self.headers = {}
        this = self

        class Transport(zeep.transports.Transport):
            def load(self, url):
                return Zeep.ARRAYS.encode() if url == Zeep.ENCODING else super().load(url)

            def post(self, *args):
                answer = super().post(*args)
                this.headers = dict(answer.headers)
                return answer

        self.transport = Transport()
        self.client = zeep.Client(wsdl, transport=self.transport)
        self.credentials = (user, key)
        self.client.wsdl.types.add_documents([etree.fromstring(Zeep.MAPS)], wsdl)

    def call(self, operation, arguments, basic):
        self.transport.session.auth = self.credentials if basic else None
        values = {name: self.typed(name, value) for name, value in arguments}
        try:
            return self.plain(getattr(self.client.service, operation)(**values))
        except self.zeep.exceptions.Fault as f:
            raise Refused(f.code, f.message) from f

    def typed(self, name, value):
        if value is None:
            # Elements of literal messages may be null if the WSDL says so. Parts of other messages are left out.
            return None if self.form == "wsi" else self.zeep.xsd.SkipValue
        if name == "calls" and self.form == "v1":
            return self.items("FixedArray", self.zeep.xsd.AnyType(), [self.anything(v) for v in value])
        if name in ("args", "calls", "options"):
            return self.anything(value)
        if self.form == "v2" and name == "data" and isinstance(value, list):
            added = "catalogProductCustomOptionValueAdd"
            return self.items(added + "Array", self.client.get_type(f"{{urn:Maho}}{added}Entity"), value)
        if self.form == "v2" and isinstance(value, list):
            return self.items("ArrayOfString", self.zeep.xsd.String(), value)
        if self.form == "wsi" and isinstance(value, list):
            return {"complexObjectArray": value}
        if isinstance(value, dict):
            return {k: self.typed(k, v) for k, v in value.items()}
        return value

    def items(self, name, kind, values):
        """An array of SOAP's encoding. zeep takes its elements one by one."""
        element = self.zeep.xsd.Element("item", kind)
        return self.client.get_type(f"{{urn:Maho}}{name}")([self.zeep.xsd.AnyObject(element, v) for v in values])

    def anything(self, value):
        """A value for which the schema allows anything, with its type."""
        xsd = self.zeep.xsd
        if value is None:
            return xsd.AnyObject(None, None)
        if isinstance(value, list):
            kind = self.client.get_type(f"{{{Zeep.ENCODING}}}Array")
            element = xsd.Element("item", xsd.AnyType())
            value = kind([xsd.AnyObject(element, self.anything(v)) for v in value])
        elif isinstance(value, dict):
            kind = self.client.get_type("{http://xml.apache.org/xml-soap}Map")
            value = kind(item=[{"key": self.anything(k), "value": self.anything(v)} for k, v in value.items()])
        else:
            kind, value = xsd.String(), str(value)
        return xsd.AnyObject(kind, value)

    def plain(self, value):
        return self.mapped(self.zeep.helpers.serialize_object(value, dict))

    def mapped(self, value):
        """A value whose arrays and maps are those of Python."""
        if isinstance(value, list):
            if value and all(isinstance(v, dict) and set(v) == {"key", "value"} for v in value):
                return {pair["key"]: self.mapped(pair["value"]) for pair in value}
            return [self.mapped(v) for v in value]
        if not isinstance(value, dict):
            return value
        if set(value) == {"_value_1", "arrayType"}:
            return self.mapped(value["_value_1"] or [])
        if list(value) == ["item"]:
            return self.mapped(value["item"])
        return {k: self.mapped(v) for k, v in value.items()}


class XMLRPC:
    """The client of Python's standard library."""

    def __init__(self, _, address, user, key):
        self.headers = {}
        this = self

        class Transport(xmlrpc.client.Transport):
            def parse_response(self, response):
                this.headers = dict(response.getheaders())
                return super().parse_response(response)

        at = urllib.parse.urlsplit(address)
        known = at._replace(netloc=f"{user}:{key}@{at.netloc}").geturl()
        self.proxies = [xmlrpc.client.ServerProxy(a, Transport(), allow_none=True) for a in (address, known)]

    def call(self, operation, arguments, basic):
        try:
            return getattr(self.proxies[basic], operation)(*[value for _, value in arguments])
        except xmlrpc.client.Fault as f:
            raise Refused(f.faultCode, f.faultString) from f


class JSONRPC:
    """JSON-RPC 2.0 over plain HTTP. The paths of call are its methods."""

    def __init__(self, _, address, user, key):
        self.address, self.headers, self.number = address, {}, 0
        self.credentials = base64.b64encode(f"{user}:{key}".encode()).decode()

    def call(self, operation, arguments, basic):
        params = [value for _, value in arguments]
        if operation == "call" and isinstance(params[2], list):
            operation, params = params[1], [params[0], *params[2]]
        self.number += 1
        body = {"jsonrpc": "2.0", "id": self.number, "method": operation, "params": params}
        request = urllib.request.Request(self.address, json.dumps(body).encode(), {"Content-Type": "application/json"})
        if basic:
            request.add_header("Authorization", "Basic " + self.credentials)
        with urllib.request.urlopen(request) as answer:
            self.headers = dict(answer.headers)
            said = json.load(answer)
        assert said["jsonrpc"] == "2.0" and said["id"] == str(self.number), said
        if "error" in said:
            raise Refused(said["error"]["code"], said["error"]["message"])
        return said["result"]


def main():
    form, address, user, key = sys.argv[1:]
    client = {"xmlrpc": XMLRPC, "jsonrpc": JSONRPC}.get(form, Zeep)(form, address, user, key)
    for line in sys.stdin:
        call = json.loads(line)
        try:
            answer = {"result": client.call(call["operation"], call["arguments"], call["basic"])}
        except Refused as refused:
            answer = {"fault": str(refused.code), "message": refused.message}
        print(json.dumps({**answer, "headers": client.headers}), flush=True)


main()
