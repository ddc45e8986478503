# Calls a shop with Perl's SOAP::Lite, without a WSDL.
#
# It reads calls from standard input, one JSON object a line, and prints an answer to each.
#
#   perl client.pl FORM ADDRESS USER KEY     FORM is v1
#
# SOAP::Lite detects the type of each value, and reads booleans of answers as 1 and 0. Text
# with characters outside of ASCII becomes base64Binary.

use strict;
use warnings;
use JSON::PP;
use SOAP::Lite;
use MIME::Base64;

my (undef, $address, $user, $key) = @ARGV;
my $json = JSON::PP->new->utf8->allow_nonref;
my %headers;
$address =~ s/\?wsdl$//;
$| = 1;

sub client {
    my ($basic) = @_;
    my $client = SOAP::Lite->new->proxy($address)->ns('urn:Maho', 'm');
    my $agent = $client->transport->proxy;
    $agent->default_header(Authorization => 'Basic ' . MIME::Base64::encode_base64("$user:$key", '')) if $basic;
    $agent->add_handler(response_done => sub {
        my ($response) = @_;
        %headers = map { lc $_ => "" . $response->header($_) } $response->header_field_names;
        return;
    });
    $client->on_fault(sub { });
    return $client;
}

# plain is a value without the classes that SOAP::Lite gives to structures.
sub plain {
    my ($value) = @_;
    return [map { plain($_) } @$value] if UNIVERSAL::isa($value, 'ARRAY');
    return {map { $_ => plain($value->{$_}) } keys %$value} if UNIVERSAL::isa($value, 'HASH');
    return $value;
}

# sent is a value whose booleans are numbers.
sub sent {
    my ($value) = @_;
    return $value ? 1 : 0 if JSON::PP::is_bool($value);
    return [map { sent($_) } @$value] if ref $value eq 'ARRAY';
    return {map { $_ => sent($value->{$_}) } keys %$value} if ref $value eq 'HASH';
    return $value;
}

while (my $line = <STDIN>) {
    my $call = $json->decode($line);
    my @arguments = @{$call->{arguments}};
    %headers = ();
    my @values = map { SOAP::Data->name($_->[0])->value(sent($_->[1])) } @arguments;
    my $answer = client($call->{basic})->call($call->{operation}, @values);
    my %said;
    if (!ref $answer) {
        %said = (fault => 'HTTP', message => "$answer");
    } elsif ($answer->fault) {
        %said = (fault => $answer->faultcode, message => $answer->faultstring);
    } else {
        %said = (result => plain($answer->result));
    }
    print $json->encode({%said, headers => \%headers}), "\n";
}
