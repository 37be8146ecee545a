package push

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"krapao/backend/platform/plain"
)

// text is a kind's text in one language. details replaces body if the member allows details and all
// args that it contains are known.
type text struct{ title, body, details string }

var texts = map[Kind]map[string]text{
	ChatReply: {
		"th": {"ทีมดูแลลูกค้าตอบคุณแล้ว", "แตะเพื่ออ่านและตอบกลับ", "ข้อความจาก {name} แตะเพื่ออ่านและตอบกลับ"},
		"lo": {"ຝ່າຍບໍລິການລູກຄ້າຕອບທ່ານແລ້ວ", "ກົດເພື່ອອ່ານ ແລະ ຕອບກັບ", "ຂໍ້ຄວາມຈາກ {name} ກົດເພື່ອອ່ານ ແລະ ຕອບກັບ"},
		"en": {"Support replied", "Tap to read and reply", "A message from {name}. Tap to read and reply"},
	},
	DepositCredited: {
		"th": {"เงินฝากเข้ากระเป๋าแล้ว", "แตะเพื่อดูรายการ", "เงินเข้า {amount} แตะเพื่อดูรายการ"},
		"lo": {"ເງິນຝາກເຂົ້າກະເປົາແລ້ວ", "ກົດເພື່ອເບິ່ງລາຍການ", "ເງິນເຂົ້າ {amount} ກົດເພື່ອເບິ່ງລາຍການ"},
		"en": {"Your deposit has arrived", "Tap to see it", "{amount} was added. Tap to see it"},
	},
	DepositHeld: {
		"th": {"เราจะโอนเงินฝากคืนให้คุณ", "เงินไม่ได้เข้ากระเป๋า แตะเพื่อดูเหตุผล", "เงิน {amount} ไม่ได้เข้ากระเป๋า แตะเพื่อดูเหตุผล"},
		"lo": {"ພວກເຮົາຈະໂອນເງິນຝາກຄືນໃຫ້ທ່ານ", "ເງິນບໍ່ໄດ້ເຂົ້າກະເປົາ ກົດເພື່ອເບິ່ງເຫດຜົນ", "ເງິນ {amount} ບໍ່ໄດ້ເຂົ້າກະເປົາ ກົດເພື່ອເບິ່ງເຫດຜົນ"},
		"en": {"A deposit will be returned to you", "It wasn't added to your wallet. Tap to see why", "{amount} wasn't added to your wallet. Tap to see why"},
	},
	SlipRefused: {
		"th": {"สลิปไม่ผ่านการตรวจสอบ", "แตะเพื่อดูเหตุผลและสิ่งที่ทำได้", "สลิป {amount} แตะเพื่อดูเหตุผลและสิ่งที่ทำได้"},
		"lo": {"ບິນໂອນບໍ່ຜ່ານການກວດ", "ກົດເພື່ອເບິ່ງເຫດຜົນ ແລະ ສິ່ງທີ່ເຮັດໄດ້", "ບິນໂອນ {amount} ກົດເພື່ອເບິ່ງເຫດຜົນ ແລະ ສິ່ງທີ່ເຮັດໄດ້"},
		"en": {"Your slip wasn't accepted", "Tap to see why and what to do", "Slip for {amount}. Tap to see why and what to do"},
	},
	WithdrawPaid: {
		"th": {"ถอนเงินสำเร็จ", "โอนเข้าบัญชีธนาคารของคุณแล้ว", "โอน {amount} เข้าบัญชีธนาคารของคุณแล้ว"},
		"lo": {"ຖອນເງິນສຳເລັດ", "ໂອນເຂົ້າບັນຊີທະນາຄານຂອງທ່ານແລ້ວ", "ໂອນ {amount} ເຂົ້າບັນຊີທະນາຄານຂອງທ່ານແລ້ວ"},
		"en": {"Withdrawal sent", "We've paid it into your bank account", "{amount} has been paid into your bank account"},
	},
	WithdrawRefused: {
		"th": {"ถอนเงินไม่สำเร็จ", "เงินกลับเข้ากระเป๋าแล้ว แตะเพื่อดูรายการ", "{amount} กลับเข้ากระเป๋าแล้ว แตะเพื่อดูรายการ"},
		"lo": {"ຖອນເງິນບໍ່ສຳເລັດ", "ເງິນກັບຄືນເຂົ້າກະເປົາແລ້ວ ກົດເພື່ອເບິ່ງລາຍການ", "{amount} ກັບຄືນເຂົ້າກະເປົາແລ້ວ ກົດເພື່ອເບິ່ງລາຍການ"},
		"en": {"Your withdrawal failed", "The money is back in your wallet. Tap to view", "{amount} is back in your wallet. Tap to view"},
	},
	BonusEnded: {
		"th": {"โบนัสของคุณสิ้นสุดแล้ว", "แตะเพื่อดูรายการ", "{name} สิ้นสุดแล้ว แตะเพื่อดูรายการ"},
		"lo": {"ໂບນັດຂອງທ່ານສິ້ນສຸດແລ້ວ", "ກົດເພື່ອເບິ່ງລາຍການ", "{name} ສິ້ນສຸດແລ້ວ ກົດເພື່ອເບິ່ງລາຍການ"},
		"en": {"Your bonus has ended", "Tap to see Activity", "{name} has ended. Tap to see Activity"},
	},
	SessionNew: {
		"th": {"มีการเข้าสู่ระบบจากเครื่องใหม่", "ถ้าไม่ใช่คุณ แตะเพื่อให้เครื่องนั้นออกจากระบบ แล้วเปลี่ยนรหัสผ่าน", "{name} ถ้าไม่ใช่คุณ แตะเพื่อให้เครื่องนั้นออกจากระบบ แล้วเปลี่ยนรหัสผ่าน"},
		"lo": {"ມີການເຂົ້າສູ່ລະບົບຈາກເຄື່ອງໃໝ່", "ຖ້າບໍ່ແມ່ນທ່ານ ກົດເພື່ອໃຫ້ເຄື່ອງນັ້ນອອກຈາກລະບົບ ແລ້ວປ່ຽນລະຫັດຜ່ານ", "{name} ຖ້າບໍ່ແມ່ນທ່ານ ກົດເພື່ອໃຫ້ເຄື່ອງນັ້ນອອກຈາກລະບົບ ແລ້ວປ່ຽນລະຫັດຜ່ານ"},
		"en": {"New device logged in", "Not you? Tap to log it out, then change your password", "{name}. Not you? Tap to log it out, then change your password"},
	},
	PasswordChanged: {
		"th": {"เปลี่ยนรหัสผ่านแล้ว", "ถ้าไม่ใช่คุณ กรุณาติดต่อทีมดูแลลูกค้าทันที", ""},
		"lo": {"ປ່ຽນລະຫັດຜ່ານແລ້ວ", "ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາຕິດຕໍ່ຝ່າຍບໍລິການລູກຄ້າທັນທີ", ""},
		"en": {"Your password was changed", "Not you? Contact support right away", ""},
	},
	PasskeyAdded: {
		"th": {"มีการเพิ่มพาสคีย์ในบัญชีของคุณ", "ถ้าไม่ใช่คุณ แตะเพื่อลบพาสคีย์นี้ แล้วเปลี่ยนรหัสผ่าน", "{name} ถ้าไม่ใช่คุณ แตะเพื่อลบพาสคีย์นี้ แล้วเปลี่ยนรหัสผ่าน"},
		"lo": {"ມີການເພີ່ມພາສຄີໃນບັນຊີຂອງທ່ານ", "ຖ້າບໍ່ແມ່ນທ່ານ ກົດເພື່ອລຶບພາສຄີນີ້ ແລ້ວປ່ຽນລະຫັດຜ່ານ", "{name} ຖ້າບໍ່ແມ່ນທ່ານ ກົດເພື່ອລຶບພາສຄີນີ້ ແລ້ວປ່ຽນລະຫັດຜ່ານ"},
		"en": {"A passkey was added to your account", "Not you? Tap to remove it, then change your password", "{name}. Not you? Tap to remove it, then change your password"},
	},
	PasskeyStopped: {
		"th": {"เราระงับพาสคีย์ของคุณไว้", "อาจมีคนทำสำเนา แตะเพื่อลบ แล้วเพิ่มใหม่", "{name} อาจมีคนทำสำเนา แตะเพื่อลบ แล้วเพิ่มใหม่"},
		"lo": {"ພວກເຮົາລະງັບພາສຄີຂອງທ່ານໄວ້", "ອາດມີຄົນສຳເນົາ ກົດເພື່ອລຶບ ແລ້ວເພີ່ມໃໝ່", "{name} ອາດມີຄົນສຳເນົາ ກົດເພື່ອລຶບ ແລ້ວເພີ່ມໃໝ່"},
		"en": {"We blocked one of your passkeys", "Someone may have copied it. Tap to remove it and add a new one", "{name}. Someone may have copied it. Tap to remove it and add a new one"},
	},
}

var unitNames = map[string]map[string]string{
	"BAHT": {"th": "บาท", "lo": "ບາດ", "en": "baht"},
	"LAK":  {"th": "กีบ", "lo": "ກີບ", "en": "kip"},
}

// writeText returns the title and body of a notice. The table must have the locale.
func writeText(kind Kind, locale string, args map[string]string, details bool) (title, body string) {
	w := texts[kind][locale]
	if !details || w.details == "" {
		return w.title, w.body
	}
	amount := args["amount"]
	if amount != "" {
		unit := unitNames[args["currency"]]
		if unit == nil {
			unit = unitNames["BAHT"]
		}
		amount = groupThousands(amount) + " " + unit[locale]
	}
	sender := plain.Isolate(shortenName(args["name"]))
	for name, value := range map[string]string{"{amount}": amount, "{name}": sender} {
		if strings.Contains(w.details, name) && value == "" {
			return w.title, w.body
		}
	}
	return w.title, strings.NewReplacer("{amount}", amount, "{name}", sender).Replace(w.details)
}

// groupThousands adds thousands separators to an amount: 12500.00 becomes 12,500.00.
func groupThousands(amount string) string {
	whole, fraction, _ := strings.Cut(amount, ".")
	for i := len(whole) - 3; i > 0 && unicode.IsDigit(rune(whole[i-1])); i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if fraction != "" {
		whole += "." + fraction
	}
	return whole
}

// shortenName shortens a name that a user chose, so that it cannot fill the lock screen.
func shortenName(name string) string {
	name = plain.Line(name)
	if utf8.RuneCountInString(name) > maxArg {
		name = string([]rune(name)[:maxArg]) + "…"
	}
	return name
}
