package sandbox_test

import (
	"crypto/hmac"
	"crypto/md5"
	"crypto/pbkdf2"
	"crypto/sha1"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"krapao/backend/platform/signed"
)

// slotFormats maps the slots in baht to their formats.
var slotFormats = map[string]string{
	"joker2": "joker", "pg": "pgsoft", "pgslot": "pgsoft", "askmebet": "amb", "betflix": "betflix", "imi": "aggregator", "usun": "aggregator",
	"areaslot": "generic", "circus": "generic", "slotracha": "generic", "huayhd": "generic", "ufabet": "sbobet", "lottoth": "generic", "slotweb": "generic",
}

// gameClient calls one provider in the same way as the wallet.
type gameClient struct {
	t          *testing.T
	base, slot string
	key        string // signs the calls
}

func newGameClient(t *testing.T, base, slot string) gameClient {
	return gameClient{t: t, base: base, slot: slot, key: "sandbox-key"}
}

func (c gameClient) send(method, path, body string, header http.Header) string {
	c.t.Helper()
	req, err := http.NewRequest(method, c.base+"/games/"+c.slot+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	req.Header = header
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return "no response"
	}
	defer res.Body.Close()
	text, _ := io.ReadAll(res.Body)
	return fmt.Sprintf("%d %s", res.StatusCode, strings.TrimSpace(string(text)))
}

// joker makes a call of the format joker, which signs the fields sorted by name.
func (c gameClient) joker(method, fields string) string {
	body := map[string]any{}
	d := json.NewDecoder(strings.NewReader("{" + fields + "}"))
	d.UseNumber()
	if err := d.Decode(&body); err != nil {
		c.t.Fatal(err)
	}
	body["Method"], body["Timestamp"] = method, time.Now().Unix()
	var pairs []string
	for _, name := range slices.Sorted(maps.Keys(body)) {
		pairs = append(pairs, fmt.Sprintf("%s=%v", name, body[name]))
	}
	mac := hmac.New(sha1.New, []byte(c.key))
	mac.Write([]byte(strings.Join(pairs, "&")))
	text, _ := json.Marshal(body)
	return c.send("POST", "?"+url.Values{"AppID": {"sandbox-id"}, "Signature": {base64.StdEncoding.EncodeToString(mac.Sum(nil))}}.Encode(), string(text), http.Header{})
}

func (c gameClient) form(path, fields string, header http.Header) string {
	if header == nil {
		header = http.Header{}
	}
	header.Set("Content-Type", "application/x-www-form-urlencoded")
	return c.send("POST", path, fields, header)
}

func (c gameClient) pg(path, fields string) string {
	return c.form(path+"?trace_id=1", fields+"&operator_token=sandbox-id&secret_key="+c.key, nil)
}

func (c gameClient) amb(call, fields string) string {
	body := "{" + fields + `,"agent":"sandbox-id"}`
	key, _ := pbkdf2.Key(sha512.New, body, []byte(c.key), 1000, 64)
	h := http.Header{}
	h.Set("x-amb-signature", base64.StdEncoding.EncodeToString(key))
	return c.send("POST", "/partner/"+call, body, h)
}

func (c gameClient) betflixKeys() http.Header {
	h := http.Header{}
	h.Set("x-api-betflix", "sandbox-id")
	h.Set("x-api-key", c.key)
	return h
}

func (c gameClient) sbo(call, fields string) string {
	return c.send("POST", "/web-root/restricted/"+call+".aspx", `{"CompanyKey":"`+c.key+`","ServerId":"guid-1",`+fields+"}", http.Header{})
}

func (c gameClient) aggregator(path, fields string) string {
	form, _ := url.ParseQuery(fields + "&operatorcode=sandbox-id")
	text := ""
	for _, name := range slices.Sorted(maps.Keys(form)) {
		text += form.Get(name)
	}
	form.Set("signature", fmt.Sprintf("%X", md5.Sum([]byte(text+c.key))))
	return c.form(path, form.Encode(), nil)
}

func (c gameClient) generic(method, path, body string) string {
	return c.send(method, path, body, signed.Header(c.key, time.Now(), []byte(body)))
}

func (c gameClient) ratio() string {
	if c.slot == "imi" {
		return "1000"
	}
	return "1"
}

func (c gameClient) create(name string) string {
	switch slotFormats[c.slot] {
	case "joker":
		created := c.joker("CU", `"Username":"`+name+`"`)
		if strings.HasPrefix(created, "201") {
			c.joker("SP", `"Password":"pass","Username":"`+name+`"`)
		}
		return created
	case "pgsoft":
		return c.pg("/Player/v1/Create", "player_name="+name+"&nickname="+name+"&currency=THB&password=pass")
	case "amb":
		return c.amb("create", `"username":"`+name+`","password":"pass"`)
	case "betflix":
		return c.form("/v4/user/register", "username="+name+"&password=pass", c.betflixKeys())
	case "sbobet":
		return c.sbo("player/register-player", `"Username":"`+name+`","Password":"pass","Agent":"sandbox-id"`)
	case "aggregator":
		return c.aggregator("/createMember.aspx", "username="+name+"&password=pass&currency=THB&ratio="+c.ratio())
	}
	return c.generic("POST", "/players", `{"username":"`+name+`","password":"pass","currency":"THB"}`)
}

func (c gameClient) balance(name string) string {
	switch slotFormats[c.slot] {
	case "joker":
		return c.joker("GC", `"Username":"`+name+`"`)
	case "pgsoft":
		return c.pg("/Cash/v3/GetPlayerWallet", "player_name="+name)
	case "amb":
		return c.amb("balance", `"username":"`+name+`"`)
	case "betflix":
		return c.form("/v4/user/balance", "username="+name, c.betflixKeys())
	case "sbobet":
		return c.sbo("player/get-player-balance", `"Username":"`+name+`"`)
	case "aggregator":
		return c.aggregator("/getBalance.aspx", "username="+name+"&ratio="+c.ratio())
	}
	return c.generic("GET", "/players/"+name+"/balance", "")
}

// move moves an amount into the game, or out of it if the amount is negative.
func (c gameClient) move(name, id, amount string) string {
	plain, out := strings.CutPrefix(amount, "-")
	choose := func(in, o string) string {
		if out {
			return o
		}
		return in
	}
	switch slotFormats[c.slot] {
	case "joker":
		return c.joker("TC", `"Amount":`+amount+`,"RequestID":"`+id+`","Username":"`+name+`"`)
	case "pgsoft":
		return c.pg("/Cash/v3/Transfer"+choose("In", "Out"), "player_name="+name+"&currency=THB&amount="+plain+"&transfer_reference="+id)
	case "amb":
		return c.amb(choose("deposit", "withdraw"), `"username":"`+name+`","amount":`+plain)
	case "betflix":
		return c.form("/v4/user/transfer", "username="+name+"&amount="+amount+"&ref="+id, c.betflixKeys())
	case "sbobet":
		return c.sbo("player/"+choose("deposit", "withdraw"), `"Username":"`+name+`","Amount":`+plain+`,"TxnId":"`+id+`","IsFullAmount":false`)
	case "aggregator":
		return c.aggregator("/makeTransfer.aspx", "username="+name+"&referenceid="+id+"&type="+choose("0", "1")+"&amount="+plain+"&ratio="+c.ratio())
	}
	return c.generic("POST", "/transfers", `{"id":"`+id+`","username":"`+name+`","amount":`+plain+`,"direction":"`+choose("IN", "OUT")+`"}`)
}

func (c gameClient) queryTransfer(name, id string) string {
	switch slotFormats[c.slot] {
	case "joker":
		return c.joker("TCH", `"RequestID":"`+id+`"`)
	case "pgsoft":
		return c.pg("/Cash/v3/GetSingleTransaction", "player_name="+name+"&transfer_reference="+id)
	case "betflix":
		return c.form("/v4/user/checkTransfer", "username="+name+"&ref="+id, c.betflixKeys())
	case "sbobet":
		return c.sbo("player/check-transaction-status", `"TxnId":"`+id+`"`)
	case "aggregator":
		return c.aggregator("/checkTransaction.ashx", "referenceid="+id+"&ratio="+c.ratio())
	}
	return c.generic("GET", "/transfers/"+id, "")
}

func (c gameClient) open(name string) string {
	back := url.QueryEscape("https://krapao.example/games")
	switch slotFormats[c.slot] {
	case "joker":
		return c.joker("PLAY", `"Username":"`+name+`"`)
	case "pgsoft":
		return c.pg("/Launch/v1/GetLaunchUrl", "player_name="+name+"&language=th&exit_url="+back)
	case "amb":
		return c.amb("launch", `"username":"`+name+`","lang":"th","returnUrl":"https://krapao.example/games"`)
	case "betflix":
		return c.form("/v4/play/login", "username="+name+"&language=th&returnUrl="+back, c.betflixKeys())
	case "sbobet":
		return c.sbo("player/login", `"Username":"`+name+`","Portfolio":"SportsBook","Lang":"th"`)
	case "aggregator":
		return c.aggregator("/launchGames.aspx", "username="+name+"&password=pass&lang=th-TH&returnurl="+back)
	}
	return c.generic("POST", "/players/"+name+"/launch", `{"lang":"th","back":"https://krapao.example/games"}`)
}

func (c gameClient) plays() string {
	since := time.Now().Add(-time.Hour)
	stamp := since.UTC().Format(time.RFC3339)
	switch slotFormats[c.slot] {
	case "joker":
		return c.joker("TSM", fmt.Sprintf(`"Delay":0,"EndDate":%d,"NextId":"","StartDate":%d`, time.Now().Unix()+5, since.Unix()))
	case "pgsoft":
		return c.pg("/Bet/v4/GetHistory", fmt.Sprintf("count=500&bet_type=1&hands_status=0&row_version=%d", since.UnixMilli()))
	case "amb":
		return c.amb("report/list", `"from":"`+stamp+`","after":"","limit":500`)
	case "betflix":
		return c.send("GET", "/v4/report/getBetlog?lastedID=0&limit=500&start="+stamp+"&upline=sandbox-id", "", c.betflixKeys())
	case "sbobet":
		return c.sbo("report/get-bet-list-by-modify-date", `"Portfolio":"SportsBook","StartDate":"`+stamp+`","AfterSeq":0,"Limit":500`)
	case "aggregator":
		return c.aggregator("/fetchbykey.aspx", "versionkey=0&limit=500&from="+stamp)
	}
	return c.generic("GET", "/plays?cursor=&limit=500&since="+stamp, "")
}
