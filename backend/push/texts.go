package push

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"krapao/backend/platform/plain"
)

// wording is a kind in one language. The details replace the body where the
// member allows them and all that they name is known.
type wording struct{ title, body, details string }

var wordings = map[Kind]map[string]wording{
	ChatReply: {
		"th": {"ทีมดูแลตอบคุณแล้ว", "แตะเพื่ออ่านและตอบกลับ", "ข้อความจาก {name} แตะเพื่ออ่านและตอบกลับ"},
		"lo": {"ທີມດູແລຕອບທ່ານແລ້ວ", "ແຕະເພື່ອອ່ານ ແລະ ຕອບກັບ", "ຂໍ້ຄວາມຈາກ {name} ແຕະເພື່ອອ່ານ ແລະ ຕອບກັບ"},
		"en": {"Support has answered you", "Tap to read and reply", "A message from {name}. Tap to read and reply"},
	},
	DepositCredited: {
		"th": {"เงินฝากเข้ากระเป๋าแล้ว", "แตะเพื่อดูรายการ", "ฝากเข้า {amount} แตะเพื่อดูรายการ"},
		"lo": {"ເງິນຝາກເຂົ້າກະເປົາແລ້ວ", "ແຕະເພື່ອເບິ່ງລາຍການ", "ຝາກເຂົ້າ {amount} ແຕະເພື່ອເບິ່ງລາຍການ"},
		"en": {"Your deposit is in the wallet", "Tap to see it", "{amount} was added. Tap to see it"},
	},
	DepositHeld: {
		"th": {"เงินฝากรอคืนให้คุณ", "ไม่ได้เข้ากระเป๋า แตะเพื่อดูเหตุผล", "{amount} ไม่ได้เข้ากระเป๋า แตะเพื่อดูเหตุผล"},
		"lo": {"ເງິນຝາກລໍຖ້າສົ່ງຄືນໃຫ້ທ່ານ", "ບໍ່ໄດ້ເຂົ້າກະເປົາ ແຕະເພື່ອເບິ່ງເຫດຜົນ", "{amount} ບໍ່ໄດ້ເຂົ້າກະເປົາ ແຕະເພື່ອເບິ່ງເຫດຜົນ"},
		"en": {"A deposit will be returned to you", "It was not added to the wallet. Tap to see why", "{amount} was not added to the wallet. Tap to see why"},
	},
	SlipRefused: {
		"th": {"สลิปไม่ผ่านการตรวจ", "แตะเพื่อดูเหตุผลและสิ่งที่ทำได้", "สลิป {amount} แตะเพื่อดูเหตุผลและสิ่งที่ทำได้"},
		"lo": {"ສະລິບບໍ່ຜ່ານການກວດ", "ແຕະເພື່ອເບິ່ງເຫດຜົນ ແລະ ສິ່ງທີ່ເຮັດໄດ້", "ສະລິບ {amount} ແຕະເພື່ອເບິ່ງເຫດຜົນ ແລະ ສິ່ງທີ່ເຮັດໄດ້"},
		"en": {"A slip was not accepted", "Tap to see why and what to do", "The slip of {amount}. Tap to see why and what to do"},
	},
	WithdrawPaid: {
		"th": {"ถอนเงินสำเร็จ", "โอนเข้าบัญชีธนาคารของคุณแล้ว", "โอน {amount} เข้าบัญชีธนาคารของคุณแล้ว"},
		"lo": {"ຖອນເງິນສຳເລັດ", "ໂອນເຂົ້າບັນຊີທະນາຄານຂອງທ່ານແລ້ວ", "ໂອນ {amount} ເຂົ້າບັນຊີທະນາຄານຂອງທ່ານແລ້ວ"},
		"en": {"Your withdrawal is paid", "It is on its way to your bank account", "{amount} is on its way to your bank account"},
	},
	WithdrawRefused: {
		"th": {"ถอนเงินไม่สำเร็จ", "เงินกลับเข้ากระเป๋าแล้ว แตะเพื่อดูรายการ", "{amount} กลับเข้ากระเป๋าแล้ว แตะเพื่อดูรายการ"},
		"lo": {"ຖອນເງິນບໍ່ສຳເລັດ", "ເງິນກັບເຂົ້າກະເປົາແລ້ວ ແຕະເພື່ອເບິ່ງລາຍການ", "{amount} ກັບເຂົ້າກະເປົາແລ້ວ ແຕະເພື່ອເບິ່ງລາຍການ"},
		"en": {"Your withdrawal was not paid", "The money is back in the wallet. Tap to see it", "{amount} is back in the wallet. Tap to see it"},
	},
	BonusEnded: {
		"th": {"โบนัสของคุณจบแล้ว", "แตะเพื่อดูว่าจบอย่างไร", "{name} จบแล้ว แตะเพื่อดูว่าจบอย่างไร"},
		"lo": {"ໂບນັດຂອງທ່ານຈົບແລ້ວ", "ແຕະເພື່ອເບິ່ງວ່າຈົບແນວໃດ", "{name} ຈົບແລ້ວ ແຕະເພື່ອເບິ່ງວ່າຈົບແນວໃດ"},
		"en": {"Your bonus has ended", "Tap to see how", "{name} has ended. Tap to see how"},
	},
	SessionNew: {
		"th": {"มีเครื่องใหม่เข้าสู่ระบบ", "ถ้าไม่ใช่คุณ แตะเพื่อดูและให้เครื่องนั้นออก", "{name} ถ้าไม่ใช่คุณ แตะเพื่อดูและให้เครื่องนั้นออก"},
		"lo": {"ມີເຄື່ອງໃໝ່ເຂົ້າສູ່ລະບົບ", "ຖ້າບໍ່ແມ່ນທ່ານ ແຕະເພື່ອເບິ່ງ ແລະ ໃຫ້ເຄື່ອງນັ້ນອອກ", "{name} ຖ້າບໍ່ແມ່ນທ່ານ ແຕະເພື່ອເບິ່ງ ແລະ ໃຫ້ເຄື່ອງນັ້ນອອກ"},
		"en": {"A new device has logged in", "If it was not you, tap to see it and log it out", "{name}. If it was not you, tap to see it and log it out"},
	},
	PasswordChanged: {
		"th": {"เปลี่ยนรหัสผ่านแล้ว", "ถ้าไม่ใช่คุณ กรุณาติดต่อทีมดูแลทันที", ""},
		"lo": {"ປ່ຽນລະຫັດຜ່ານແລ້ວ", "ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາຕິດຕໍ່ທີມດູແລທັນທີ", ""},
		"en": {"Your password was changed", "If it was not you, contact support at once", ""},
	},
	PasskeyAdded: {
		"th": {"เพิ่มพาสคีย์ให้บัญชีของคุณแล้ว", "ถ้าไม่ใช่คุณ แตะเพื่อลบพาสคีย์นี้ แล้วเปลี่ยนรหัสผ่าน", "{name} ถ้าไม่ใช่คุณ แตะเพื่อลบพาสคีย์นี้ แล้วเปลี่ยนรหัสผ่าน"},
		"lo": {"ເພີ່ມພາສຄີໃຫ້ບັນຊີຂອງທ່ານແລ້ວ", "ຖ້າບໍ່ແມ່ນທ່ານ ແຕະເພື່ອລຶບພາສຄີນີ້ ແລ້ວປ່ຽນລະຫັດຜ່ານ", "{name} ຖ້າບໍ່ແມ່ນທ່ານ ແຕະເພື່ອລຶບພາສຄີນີ້ ແລ້ວປ່ຽນລະຫັດຜ່ານ"},
		"en": {"A passkey was added to your account", "If it was not you, tap to remove it, then change your password", "{name}. If it was not you, tap to remove it, then change your password"},
	},
	PasskeyStopped: {
		"th": {"เราหยุดพาสคีย์ของคุณไว้", "อาจมีคนทำสำเนา แตะเพื่อลบ แล้วเพิ่มใหม่", "{name} อาจมีคนทำสำเนา แตะเพื่อลบ แล้วเพิ่มใหม่"},
		"lo": {"ພວກເຮົາຢຸດພາສຄີຂອງທ່ານໄວ້", "ອາດມີຄົນສຳເນົາ ແຕະເພື່ອລຶບ ແລ້ວເພີ່ມໃໝ່", "{name} ອາດມີຄົນສຳເນົາ ແຕະເພື່ອລຶບ ແລ້ວເພີ່ມໃໝ່"},
		"en": {"We stopped one of your passkeys", "Somebody may have copied it. Tap to remove it and add a new one", "{name}. Somebody may have copied it. Tap to remove it and add a new one"},
	},
}

var units = map[string]map[string]string{
	"BAHT": {"th": "บาท", "lo": "ບາດ", "en": "baht"},
	"LAK":  {"th": "กีบ", "lo": "ກີບ", "en": "kip"},
}

// words answers title and body in a locale that the table has.
func words(kind Kind, locale string, args map[string]string, details bool) (title, body string) {
	w := wordings[kind][locale]
	if !details || w.details == "" {
		return w.title, w.body
	}
	amount := args["amount"]
	if amount != "" {
		unit := units[args["currency"]]
		if unit == nil {
			unit = units["BAHT"]
		}
		amount = grouped(amount) + " " + unit[locale]
	}
	who := plain.Isolate(oneLine(args["name"]))
	for name, value := range map[string]string{"{amount}": amount, "{name}": who} {
		if strings.Contains(w.details, name) && value == "" {
			return w.title, w.body
		}
	}
	return w.title, strings.NewReplacer("{amount}", amount, "{name}", who).Replace(w.details)
}

// grouped puts the commas into an amount: 12500.00 becomes 12,500.00.
func grouped(amount string) string {
	whole, rest, _ := strings.Cut(amount, ".")
	for i := len(whole) - 3; i > 0 && unicode.IsDigit(rune(whole[i-1])); i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if rest != "" {
		whole += "." + rest
	}
	return whole
}

// oneLine keeps a name that somebody chose from filling the lock screen.
func oneLine(name string) string {
	name = plain.Line(name)
	if utf8.RuneCountInString(name) > maxArg {
		name = string([]rune(name)[:maxArg]) + "…"
	}
	return name
}
