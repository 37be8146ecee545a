package sandbox

import "slices"

// bank is a real bank. The number of a Lao bank is its LAPNet IIN, or else its code.
type bank struct {
	Number string `json:"number"`
	Code   string `json:"code"`
	NameTH string `json:"nameTH"`
	NameEN string `json:"nameEN"`
}

var banks = []bank{
	{"004", "KBANK", "กสิกรไทย", "Kasikornbank"},
	{"006", "KTB", "กรุงไทย", "Krungthai"},
	{"014", "SCB", "ไทยพาณิชย์", "Siam Commercial"},
	{"002", "BBL", "กรุงเทพ", "Bangkok Bank"},
	{"025", "BAY", "กรุงศรีอยุธยา", "Krungsri"},
	{"011", "TMB", "ทหารไทยธนชาต", "ttb"},
	{"030", "GSB", "ออมสิน", "Government Savings"},
	{"034", "BAAC", "ธ.ก.ส.", "BAAC"},
	{"033", "GHB", "อาคารสงเคราะห์", "GH Bank"},
	{"024", "UOB", "ยูโอบี", "UOB"},
	{"022", "CIMB", "ซีไอเอ็มบีไทย", "CIMB Thai"},
	{"069", "KKP", "เกียรตินาคินภัทร", "Kiatnakin Phatra"},
	{"073", "LHB", "แลนด์ แอนด์ เฮ้าส์", "LH Bank"},
	{"067", "TISCO", "ทิสโก้", "TISCO"},
	{"066", "ISBT", "อิสลาม", "Islamic Bank"},
	{"070", "ICBC", "ไอซีบีซี", "ICBC (Thai)"},
	{"27710418", "BCEL", "การค้าต่างประเทศลาว", "BCEL"},
	{"LDB", "LDB", "พัฒนาลาว", "Lao Development Bank"},
	{"32170418", "JDB", "ร่วมพัฒนา", "Joint Development Bank"},
	{"APB", "APB", "ส่งเสริมกสิกรรม", "Agricultural Promotion Bank"},
}

// isLao reports whether the bank is in Laos. Accounts there are in kip.
func (b bank) isLao() bool { return slices.Contains([]string{"BCEL", "LDB", "JDB", "APB"}, b.Code) }

// findBank finds a bank by its code or its number.
func findBank(name string) (bank, bool) {
	for _, b := range banks {
		if b.Code == name || b.Number == name {
			return b, true
		}
	}
	return bank{}, false
}
