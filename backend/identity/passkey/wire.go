package passkey

import (
	"encoding/base64"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/protocol/webauthncose"
)

// Requests and responses of browsers, in the JSON forms of the WebAuthn standard, level 3. Fields that
// we do not use are left out. Bytes are base64url without padding.
type (
	// CreationOptions is PublicKeyCredentialCreationOptionsJSON.
	CreationOptions struct {
		RP                 RelyingParty `json:"rp"`
		User               User         `json:"user"`
		Challenge          string       `json:"challenge"`
		Params             []Param      `json:"pubKeyCredParams"`
		Timeout            int64        `json:"timeout"`
		ExcludeCredentials []Descriptor `json:"excludeCredentials"`
		Selection          Selection    `json:"authenticatorSelection"`
		Attestation        string       `json:"attestation" enum:"none"`
	}
	// RelyingParty is this site.
	RelyingParty struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	}
	// User is the member, as the authenticator stores and shows them.
	User struct {
		ID          string `json:"id"`
		Name        string `json:"name"`
		DisplayName string `json:"displayName"`
	}
	// Param is a kind of key that we accept.
	Param struct {
		Type string `json:"type" enum:"public-key"`
		Alg  int64  `json:"alg"`
	}
	// Selection requires a discoverable passkey that verifies its user.
	Selection struct {
		ResidentKey        string `json:"residentKey" enum:"required"`
		RequireResidentKey bool   `json:"requireResidentKey"`
		UserVerification   string `json:"userVerification" enum:"required"`
	}
	// Descriptor names a credential.
	Descriptor struct {
		Type       string   `json:"type" enum:"public-key"`
		ID         string   `json:"id"`
		Transports []string `json:"transports"`
	}
	// RequestOptions is PublicKeyCredentialRequestOptionsJSON.
	RequestOptions struct {
		Challenge        string       `json:"challenge"`
		RPID             string       `json:"rpId"`
		Timeout          int64        `json:"timeout"`
		AllowCredentials []Descriptor `json:"allowCredentials" doc:"Empty for a login, since the member is not known yet."`
		UserVerification string       `json:"userVerification" enum:"required"`
	}

	// Attestation is RegistrationResponseJSON.
	Attestation struct {
		ID       string `json:"id" maxLength:"1364"`
		RawID    string `json:"rawId" maxLength:"1364"`
		Type     string `json:"type" enum:"public-key"`
		Response struct {
			ClientDataJSON    string   `json:"clientDataJSON" maxLength:"4096"`
			AttestationObject string   `json:"attestationObject" maxLength:"24576"`
			Transports        []string `json:"transports,omitempty" maxItems:"8"`
		} `json:"response"`
	}
	// Assertion is AuthenticationResponseJSON.
	Assertion struct {
		ID       string `json:"id" maxLength:"1364"`
		RawID    string `json:"rawId" maxLength:"1364"`
		Type     string `json:"type" enum:"public-key"`
		Response struct {
			ClientDataJSON    string `json:"clientDataJSON" maxLength:"4096"`
			AuthenticatorData string `json:"authenticatorData" maxLength:"4096"`
			Signature         string `json:"signature" maxLength:"2048"`
			UserHandle        string `json:"userHandle,omitempty" maxLength:"88"`
		} `json:"response"`
	}
)

// algorithms are the kinds of keys that authenticators make, best first.
var algorithms = []webauthncose.COSEAlgorithmIdentifier{webauthncose.AlgES256, webauthncose.AlgEdDSA, webauthncose.AlgRS256}

func params() (shown []Param, checked []protocol.CredentialParameter) {
	for _, alg := range algorithms {
		shown = append(shown, Param{Type: string(protocol.PublicKeyCredentialType), Alg: int64(alg)})
		checked = append(checked, protocol.CredentialParameter{Type: protocol.PublicKeyCredentialType, Algorithm: alg})
	}
	return shown, checked
}

// encode encodes bytes for JSON.
func encode(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }

// decodeAll decodes several texts. It returns the error of one that is not base64url.
func decodeAll(texts map[*protocol.URLEncodedBase64]string) error {
	for to, text := range texts {
		raw, err := base64.RawURLEncoding.DecodeString(text)
		if err != nil {
			return err
		}
		*to = raw
	}
	return nil
}

func (a Attestation) parse() (*protocol.ParsedCredentialCreationData, error) {
	var c protocol.CredentialCreationResponse
	c.ID, c.Type = a.ID, a.Type
	c.AttestationResponse.Transports = a.Response.Transports
	err := decodeAll(map[*protocol.URLEncodedBase64]string{
		&c.RawID: a.RawID, &c.AttestationResponse.ClientDataJSON: a.Response.ClientDataJSON, &c.AttestationResponse.AttestationObject: a.Response.AttestationObject,
	})
	if err != nil {
		return nil, err
	}
	return c.Parse()
}

func (a Assertion) parse() (*protocol.ParsedCredentialAssertionData, error) {
	var c protocol.CredentialAssertionResponse
	c.ID, c.Type = a.ID, a.Type
	err := decodeAll(map[*protocol.URLEncodedBase64]string{
		&c.RawID: a.RawID, &c.AssertionResponse.ClientDataJSON: a.Response.ClientDataJSON, &c.AssertionResponse.AuthenticatorData: a.Response.AuthenticatorData,
		&c.AssertionResponse.Signature: a.Response.Signature, &c.AssertionResponse.UserHandle: a.Response.UserHandle,
	})
	if err != nil {
		return nil, err
	}
	return c.Parse()
}
