package apperr

import "net/http"

// Entry is one row of the catalogue: what a code means, its status, and when the server sends it. If
// Trigger is empty, the app translates the code but the server never sends it; Why is the reason.
type Entry struct {
	Code             Code
	Group            string
	Status           int
	Meaning          string
	Trigger          string
	NeverSentBecause string
}

// The codes that the server sends today. Catalogue has every code of the specification, also codes of
// features that are not built yet.
const (
	InvalidToken       Code = "invalid-token"
	Gone               Code = "gone"
	Unauthorized       Code = "UNAUTHORIZED"
	ExpiredAuthToken   Code = "EXPIRED_AUTH_TOKEN"
	WrongPassword      Code = "WRONG_PASSWORD"
	WrongCredential    Code = "WRONG_CREDENTIAL"
	InactiveUser       Code = "INACTIVE_USER"
	PasskeyUnknown     Code = "PASSKEY_UNKNOWN"
	PasskeyInvalid     Code = "PASSKEY_INVALID"
	PasskeyStopped     Code = "PASSKEY_STOPPED"
	PasskeyLimit       Code = "PASSKEY_LIMIT"
	InvalidUser1       Code = "INVALID_USER_1"
	InvalidUser2       Code = "INVALID_USER_2"
	NoUser             Code = "NO_USER"
	ExistingUser       Code = "EXISTING_USER"
	ExistingBank       Code = "EXISTING_BANK"
	InvalidUserInfo    Code = "INVALID_USER_INFO"
	UnverifiedOTP      Code = "UNVERIFIED_OTP"
	InvalidBank        Code = "INVALID_BANK"
	BankAccountNameEng Code = "BANK_ACCOUNT_NAME_ENG"
	Phone10Digit       Code = "PHONE_NUMBER_REQUIRE_10_DIGIT"
	OTPBlock           Code = "OTP_BLOCK"
	RequestLimit       Code = "REQUEST_LIMIT"
	RequestLimit1Min   Code = "REQUEST_LIMIT_1MIN"
	OTPTokenInvalid    Code = "OTP_TOKEN_INVALID"
	OTPVerified        Code = "OTP_VERIFIED"
	OTPExpired         Code = "OTP_EXPIRED"
	OTPCodeInvalid     Code = "OTP_CODE_INVALID"
	OTPCodeValid       Code = "OTP_CODE_VALID"
	OTPSendFail        Code = "OTP_SEND_FAIL"
	OTPVerifyFail      Code = "OTP_VERIFY_FAIL"
	NoBank             Code = "NO_BANK"
	MoneyNotEnough     Code = "MONEY_NOT_ENOUGH"
	DepositLimit       Code = "DEPOSIT_LIMIT"
	DepositNotSeen     Code = "DEPOSIT_NOT_SEEN"
	PlayInReview       Code = "PLAY_IN_REVIEW"
	SelfExcluded       Code = "SELF_EXCLUDED"
	UnexplainedWin     Code = "UNEXPLAINED_WIN"
	SeedChanged        Code = "SEED_CHANGED"
	NoClaimableCoupon  Code = "NO_CLAIMABLE_COUPON"
	InvalidPrizeCode   Code = "INVALID_PRIZE_CODE"
	InvalidCode        Code = "INVALID_CODE"
	InvalidCouponType  Code = "INVALID_COUPON_TYPE"
	CouponExpired      Code = "COUPON_EXPIRED"
	WithdrawCancelled  Code = "WITHDRAW_CANCELLED"
	WithdrawRefused    Code = "WITHDRAW_REFUSED"
	WithdrawGaveWay    Code = "WITHDRAW_GAVE_WAY"
	WithdrawPaused     Code = "WITHDRAW_PAUSED"
	GameInDoubt        Code = "GAME_IN_DOUBT"
	GamePaused         Code = "GAME_PAUSED"
	CodeUsed           Code = "CODE_USED"
	RepeatedKey        Code = "REPEATED_KEY"
	GameNotOpened      Code = "GAME_NOT_OPENED"
	NoGame             Code = "NO_GAME"
	NotAreaslot        Code = "NOT_AREASLOT"
	NotUfabet          Code = "NOT_UFABET"
	GameActivationFail Code = "GAME_ACTIVATION_FAIL"
	SlotAlreadyActive  Code = "SLOT_ALREADY_ACTIVE"
	SlotActivateFail   Code = "SLOT_ACTIVATE_FAIL"
	SlotNoAccount      Code = "SLOT_NO_ACCOUNT"
	SlotResetFail      Code = "SLOT_RESET_PASSWORD_FAIL"
	TransferMinimum    Code = "TRANSFER_MINIMUM"
	TransferFail       Code = "TRANSFER_FAIL"
	QRFail             Code = "QR_FAIL"
	TruelinkDuplicate  Code = "TRUELINK_DUPLICATE"
	TruelinkInvalid    Code = "TRUELINK_INVALID"
	NoWallet           Code = "NO_WALLET"
	BonusRemaining     Code = "BONUS_REMAINING"
	InviteCollect      Code = "INVITE_COLLECT"
	InviteInactive     Code = "INVITE_INACTIVE"
	NoInviteBonus      Code = "NO_INVITE_BONUS"
	NoInviteePlayInfo  Code = "NO_INVITEE_PLAY_INFO"
	InviteBonusSuccess Code = "INVITE_BONUS_SUCCESS"
	InviteBonusFail    Code = "INVITE_BONUS_FAIL"
	RefundCondition    Code = "REFUND_CONDITION"
	NoRefund           Code = "NO_REFUND"
	RefundSuccess      Code = "REFUND_SUCCESS"
	RefundInactive     Code = "REFUND_INACTIVE"
	RefundMinimum      Code = "REFUND_MINIMUM"
	BonusActive        Code = "BONUS_ALREADY_ACTIVE"
	BonusMaxClaimed    Code = "BONUS_MAX_CLAIMED"
	BonusCondition     Code = "BONUS_CONDITION"
	BonusClear         Code = "BONUS_CLEAR"
	BonusFull          Code = "BONUS_FULL"
	PromotionReceived  Code = "PROMOTION_RECEIVED"
	NoPromotion        Code = "NO_PROMOTION"
	SlipUploadFail     Code = "SLIP_UPLOAD_FAIL"
	SlipNoFile         Code = "SLIP_NO_FILE"
	SlipInvalidFile    Code = "SLIP_INVALID_FILE"
	KeyMissing         Code = "KEY_MISSING"
	Missing            Code = "MISSING"
	KeyInvalid         Code = "KEY_INVALID"
	NoData             Code = "NO_DATA"
	Internal           Code = "INTERNAL_SERVER_ERROR"
	OK                 Code = "OK"
	Success            Code = "SUCCESS"
)

// The notes of a rejected slip.
const (
	NoteFileNotExist Code = "UPLOADED_FILE_NOT_EXIST"
	NoteImageSize    Code = "IMG_SIZE_UNABLE_TO_PROCESS"
	NoteCannotRead   Code = "CANNOT_READ_CROPPED_IMAGE"
	NoteDestInvalid  Code = "DEST_ACC_INVALID"
	NoteDuplicated   Code = "SLIP_REFNO_DUPLICATED"
	NoteUnstable     Code = "UNSTABLE_REFNO_ON_SLIP"
	NoteCaptcha      Code = "TRIPPLE_WRONG_CAPTCHA"
	NoteInvalidSlip  Code = "INVALID_SLIP"
	NoteTwoSlips     Code = "TWO_SLIPS"
	NoteNotMatch     Code = "NOT_MATCH"
	NoteExpired      Code = "EXPIRED_SLIP"
	NoteUnknown      Code = "UNKNOW_ERROR"
)

// The groups of the catalogue, short names of statuses, and the reasons why a code is never sent.
const (
	groupAuth         = "Auth"
	groupRegistration = "Registration"
	groupOTP          = "OTP"
	groupBonus        = "Bonus"
	groupInvite       = "Invite"
	groupRefund       = "Refund"
	groupWallet       = "Wallet and games"
	groupOther        = "Other"
	groupSpin         = "Spin coupons"
	groupSlip         = "Slip rejection notes"
	groupOwn          = "Added to the specification's"
	notBuiltYet       = "Translated only for now: its part of the product is not built yet."
	externalOnly      = "Translated only: only used where members come from an external system."
	statusConflict    = http.StatusConflict
	statusBadRequest  = http.StatusBadRequest
	statusTooMany     = http.StatusTooManyRequests
)

// Catalogue has every code of the specification's error catalogue, in its order, and then our own codes.
// docs/errors.md is generated from it. A test compares the app's three translations with it.
var Catalogue = []Entry{
	{Unauthorized, groupAuth, http.StatusUnauthorized, "cannot verify identity", "An operator call without an operator's session, or a resetpwd whose OTP was never verified.", ""},
	{ExpiredAuthToken, groupAuth, http.StatusUnauthorized, "please confirm your password again", "A call that moves money, on a session idle for more than 30 minutes, until account/confirm.", ""},
	{InvalidUser1, groupAuth, http.StatusForbidden, "invalid user", "A chat call whose userId is not the caller's own.", ""},
	{InvalidUser2, groupAuth, http.StatusForbidden, "invalid user", "A chat or sync call with a guest id whose conversation was appended to a member's: make a new id.", ""},
	{"INVALID_USER_3", groupAuth, statusBadRequest, "invalid user", "", externalOnly},
	{"INVALID_USER_4", groupAuth, statusBadRequest, "invalid user", "", externalOnly},
	{"INVALID_IP", groupAuth, http.StatusForbidden, "address not allowed", "", "Translated only: mobile members change address all day, so no session is tied to one."},
	{NoUser, groupAuth, http.StatusNotFound, "user not found", "resetpwd with a code for a phone that is no member's. A login never returns it.", ""},
	{WrongPassword, groupAuth, statusBadRequest, "wrong password", "changepwd with a wrong old password (fields.oldPassword); account/confirm, or ending another session, with a wrong one (fields.password). The tenth in one session ends it: invalid-token.", ""},
	{WrongCredential, groupAuth, http.StatusUnauthorized, "wrong phone or password", "login with a wrong password or an unknown phone, in the same time.", ""},
	{InactiveUser, groupAuth, http.StatusForbidden, "account deactivated", "login of a deactivated member, after the right password only.", ""},
	{"LOGIN_FAIL", groupAuth, http.StatusInternalServerError, "login failed", "", "Translated only: a login fails for a named reason or with INTERNAL_SERVER_ERROR."},

	{NotAreaslot, groupRegistration, statusBadRequest, "user not found in AREASLOT", "autoLogin/areaslot, launch and resetpassword of areaslot for a player whom the provider does not know.", ""},
	{NotUfabet, groupRegistration, statusBadRequest, "user not found in UFABET", "launch and resetpassword of ufabet for a player whom the provider does not know.", ""},
	{ExistingUser, groupRegistration, statusConflict, "phone already registered", "validate or register with a proven phone that is a member's.", ""},
	{ExistingBank, groupRegistration, statusConflict, "bank account already registered", "register with a bank and account number that are a member's; validate never returns it.", ""},
	{InvalidUserInfo, groupRegistration, statusBadRequest, "check the information", "A missing or malformed field, named in fields; an unknown invite code; a password that is common, breached, or the phone or name.", ""},
	{UnverifiedOTP, groupRegistration, statusBadRequest, "phone not verified", "validate or register by a browser that did not verify the phone's OTP in the last 30 minutes (body's otpToken, else cookie).", ""},
	{GameActivationFail, groupRegistration, statusConflict, "game account could not be opened", "wallet/activate while the provider does not respond; the server continues the activation.", ""},
	{InvalidBank, groupRegistration, statusBadRequest, "invalid bank", "A bank code that the banks lookup does not have (400); profile with bank fields that differ from the stored ones (409).", ""},
	{BankAccountNameEng, groupRegistration, statusBadRequest, "account name must be in English", "An account name of KTB, TMB or BBL with other than Latin letters and spaces.", ""},
	{"REGISTER_FAIL", groupRegistration, http.StatusInternalServerError, "registration failed", "", "Translated only: a registration fails for a named reason or with INTERNAL_SERVER_ERROR."},
	{Phone10Digit, groupRegistration, statusBadRequest, "phone must have 10 digits", "A phone that is not 10 digits (8 to 11 in the Laos variant).", ""},

	{OTPBlock, groupOTP, statusTooMany, "too many wrong codes", "otp/verify of a token after 5 wrong codes, for 15 minutes; another token of the same phone is free.", ""},
	{RequestLimit, groupOTP, statusTooMany, "too many requests", "More than 5 OTP an hour for a phone and one caller, or 20 an hour or 40 a day for all; too many failed logins, of a phone or of an address on many; too many tries of registering; an address over its ceiling; more than 100 slips or 30 QR codes an hour; more than 60 calls a minute of a kind to a game's provider, or 10 transfers under way; with 503, while too many wait for their password to be checked.", ""},
	{RequestLimit1Min, groupOTP, statusTooMany, "wait about a minute", "A second OTP for the same phone and caller within 60 seconds.", ""},
	{OTPTokenInvalid, groupOTP, statusBadRequest, "unknown OTP", "otp/verify or resetpwd with a token that was never given out.", ""},
	{"OTP_NOT_EXIST", groupOTP, statusBadRequest, "OTP does not exist", "", "Translated only: an unknown token is OTP_TOKEN_INVALID."},
	{OTPVerified, groupOTP, http.StatusOK, "phone already verified", "otp/send by the browser that verified the phone within 30 minutes (its cookie); no message is sent.", ""},
	{OTPExpired, groupOTP, statusBadRequest, "OTP expired", "otp/verify more than 5 minutes after the send.", ""},
	{OTPCodeInvalid, groupOTP, statusBadRequest, "wrong OTP", "otp/verify with a wrong code.", ""},
	{OTPCodeValid, groupOTP, http.StatusOK, "OTP correct", "otp/verify with the right code.", ""},
	{OTPSendFail, groupOTP, http.StatusServiceUnavailable, "OTP could not be sent", "The SMS provider refused or did not respond.", ""},
	{OTPVerifyFail, groupOTP, http.StatusServiceUnavailable, "OTP could not be checked", "The SMS provider did not respond to the check; the try is not counted.", ""},

	{BonusRemaining, groupBonus, statusConflict, "a bonus is still active", "wallet/withdraw and withdrawAll while a bonus is active, or a deposit is to be played (with left); the note of a withdrawal whose money came back from games meanwhile.", ""},
	{BonusActive, groupBonus, statusConflict, "a bonus is already active", "bonus/activate and promotion/activate while one is active.", ""},
	{BonusMaxClaimed, groupBonus, statusConflict, "bonus already received", "bonus/activate of a bonus that the member received as often as allowed: in total, today or this week.", ""},
	{BonusCondition, groupBonus, statusConflict, "bonus conditions not met", "bonus/activate without a deposit of 24 hours that lies whole in the wallet and backs no other; bonus/clear while money is in a game.", ""},
	{BonusClear, groupBonus, http.StatusOK, "bonus cancelled", "The response of bonus/clear.", ""},
	{BonusFull, groupBonus, statusConflict, "no more of this bonus", "bonus/activate and promotion/activate after the last one was received.", ""},
	{PromotionReceived, groupBonus, statusConflict, "promotion already received", "promotion/activate a second time.", ""},
	{NoPromotion, groupBonus, http.StatusNotFound, "promotion not found", "promotion/find and promotion/activate of a code that is unknown or closed.", ""},

	{InviteCollect, groupInvite, statusConflict, "invite bonus already collected", "invite/bonus a second time on a day, with nothing new to collect.", ""},
	{InviteInactive, groupInvite, statusConflict, "invite bonus is closed", "invite/bonus with nothing to collect where all friends who played seem to be the same person as the member: the same device or bank account; or while operators have paused invite bonuses.", ""},
	{NoInviteBonus, groupInvite, statusConflict, "no invite bonus", "invite/bonus where friends have played, and nothing is to be collected.", ""},
	{NoInviteePlayInfo, groupInvite, statusConflict, "invited friends have not played", "invite/bonus before any friend has played on a day that is closed.", ""},
	{InviteBonusSuccess, groupInvite, http.StatusOK, "invite bonus received", "The message of invite/bonus once it is in the wallet.", ""},
	{InviteBonusFail, groupInvite, statusConflict, "invite bonus failed", "invite/bonus if the stored total differs from the sum of the accruals; no money moves until an operator has checked.", ""},

	{NoRefund, groupRefund, statusConflict, "no refund", "refund/receive with nothing accrued.", ""},
	{RefundCondition, groupRefund, statusConflict, "refund conditions not met", "refund/receive while a bonus or promotion is active.", ""},
	{RefundSuccess, groupRefund, http.StatusOK, "refund received", "The message of refund/receive and refund/addWallet.", ""},
	{RefundInactive, groupRefund, statusConflict, "refund is closed", "refund/receive and refund/addWallet while operators have paused refunds.", ""},
	{RefundMinimum, groupRefund, statusConflict, "refund must exceed 0", "refund/addWallet with an empty refund balance.", ""},

	{NoBank, groupWallet, statusConflict, "no bank account", "withdraw and withdrawAll of a member whose bank is not in the list (any more).", ""},
	{NoWallet, groupWallet, statusConflict, "no wallet", "wallet/truelink while no wallet of ours takes gift links.", ""},
	{SlotAlreadyActive, groupWallet, statusConflict, "game account already open", "wallet/activate of an account that is open.", ""},
	{SlotActivateFail, groupWallet, statusConflict, "game account could not be opened", "wallet/activate that the provider refuses.", ""},
	{SlotNoAccount, groupWallet, statusConflict, "no game account", "A transfer, reset, launch or the credentials of a game without an open account.", ""},
	{SlotResetFail, groupWallet, statusConflict, "password could not be reset", "wallet/resetpassword if the provider refuses or does not respond; both passwords are stored until one works.", ""},
	{NoGame, groupWallet, http.StatusNotFound, "no such game", "A slot code that is not there for the caller.", ""},
	{TransferMinimum, groupWallet, statusBadRequest, "amount must exceed 0", "wallet/transfer of less than one baht.", ""},
	{MoneyNotEnough, groupWallet, statusConflict, "not enough money", "withdraw and withdrawAll of more than the wallet holds.", ""},
	{TransferFail, groupWallet, statusConflict, "transfer failed; the money is back in the wallet", "The note of a transfer that the provider refused; the money is where it was, or in the wallet.", ""},

	{QRFail, groupOther, http.StatusServiceUnavailable, "QR could not be made", "A QR whose gateway is closed, is paused by operators, or did not respond; with 200 and hasQrcode false, a QR that the gateway refused.", ""},
	{SlipUploadFail, groupOther, http.StatusServiceUnavailable, "slip upload is closed or failed", "wallet/slip in the daily closed window (with closedUntil), while operators have paused slips, or when the picture could not be stored.", ""},
	{SlipNoFile, groupOther, statusBadRequest, "no file", "wallet/slip without a file part.", ""},
	{SlipInvalidFile, groupOther, http.StatusUnsupportedMediaType, "not an accepted picture", "wallet/slip with other than JPEG, PNG or WebP (415), or more than 10 MB (413).", ""},
	{TruelinkDuplicate, groupOther, statusConflict, "gift link already used", "wallet/truelink with a voucher that was submitted before, or that is used according to its provider.", ""},
	{TruelinkInvalid, groupOther, statusBadRequest, "gift link not valid", "wallet/truelink with a text that is no gift link, or a link that is unknown or expired or gives less than 2 baht; 503 while its provider does not respond, or operators have paused gift links.", ""},
	{KeyMissing, groupOther, http.StatusForbidden, "X-Requested-With is missing", "A member or guest call without X-Requested-With: wallet-user.", ""},
	{KeyInvalid, groupOther, http.StatusUnprocessableEntity, "key used for other content", "An Idempotency-Key or clientId that was used for other content.", ""},
	{NoData, groupOther, http.StatusNotFound, "no data", "Anything that is not there, or is another's; with 409, a spin without a coin or a wheel.", ""},
	{Internal, groupOther, http.StatusInternalServerError, "something went wrong", "A fault of the server; the log has the cause under the requestId. With 503 and Retry-After, the database is unavailable, or this call took too long: repeat it with the same Idempotency-Key.", ""},
	{OK, groupOther, http.StatusOK, "done", "otp/send after the SMS provider accepted the SMS.", ""},
	{Success, groupOther, http.StatusOK, "success", "The status of a settled slip or statement line.", ""},

	{NoClaimableCoupon, groupSpin, statusConflict, "no coupon to claim", "spinwheel/coupon/claim of a prize of which the member has no coupon.", ""},
	{InvalidPrizeCode, groupSpin, statusConflict, "unknown prize", "spinwheel/coupon/claim of a prize that no wheel ever had.", ""},
	{InvalidCode, groupSpin, statusConflict, "unknown code", "spinwheel/coupon/claim with what is no code at all.", ""},
	{InvalidCouponType, groupSpin, statusConflict, "unknown coupon type", "spinwheel/coupon/claim of the prize that is worth nothing.", ""},
	{CouponExpired, groupSpin, statusConflict, "coupon expired", "spinwheel/coupon/claim where the member's last coupon of the prize is older than 30 days.", ""},

	{NoteFileNotExist, groupSlip, http.StatusOK, "incorrect slip", "The stored file is no readable picture.", ""},
	{NoteImageSize, groupSlip, http.StatusOK, "incorrect slip", "The picture is too small or too large to read.", ""},
	{NoteCannotRead, groupSlip, http.StatusOK, "incorrect slip", "No QR is found in the picture.", ""},
	{NoteDestInvalid, groupSlip, http.StatusOK, "destination account invalid", "The money was sent to an account that is not ours.", ""},
	{NoteDuplicated, groupSlip, http.StatusOK, "duplicate slip", "The transfer was credited before, or another slip of it waits for a cashier; settle of such a slip (409).", ""},
	{NoteUnstable, groupSlip, http.StatusOK, "reference not stable yet", "The bank did not know the reference for 10 minutes.", ""},
	{NoteCaptcha, groupSlip, http.StatusOK, "captcha wrong three times", "The verifier's captcha refused three times.", ""},
	{NoteInvalidSlip, groupSlip, http.StatusOK, "not a slip", "The QR is not that of a bank slip.", ""},
	{NoteNotMatch, groupSlip, http.StatusOK, "account does not match", "The sender's account or name is not the member's.", ""},
	{NoteExpired, groupSlip, http.StatusOK, "slip expired", "The transfer is more than an hour older than the upload (or than the picking, within 24 hours), or in the future.", ""},
	{NoteTwoSlips, groupOwn, http.StatusOK, "more than one slip in the picture", "The picture shows two slips or more of the member's own that were not credited before; none is credited, and the member must send each slip in its own picture.", ""},
	{NoteUnknown, groupSlip, http.StatusOK, "unknown error", "Any other definite refusal of the verifier.", ""},

	{DepositLimit, groupOwn, statusConflict, "beyond the deposit limit that the member set", "wallet/add, a QR or a gift link of more than a limit leaves (with period and left); the note of money that came anyway and is given back.", ""},
	{DepositNotSeen, groupOwn, http.StatusOK, "no such transfer arrived", "The note of an announced transfer that did not arrive within an hour.", ""},
	{PlayInReview, groupOwn, statusConflict, "play is closed until an operator has decided", "A launch, a transfer into a game, a bonus, a promotion or a spin, while an excluded member seems to be the same person: the same device or bank account.", ""},
	{SelfExcluded, groupOwn, statusConflict, "the member is on a break or self-excluded", "A deposit, a transfer into a game, a reward or a spin meanwhile; the note of money that came anyway and is given back.", ""},
	{UnexplainedWin, groupOwn, statusConflict, "a game has not reported the plays that this money comes from", "A transfer into a game that would leave less in the wallet than other games have paid out beyond their plays; the note of a transfer between games whose money is in the wallet for that reason.", ""},
	{SeedChanged, groupOwn, statusConflict, "the wheel was renewed", "spinwheel/spin for a commitment, or with a client seed, that is not the one in force; no coin was spent.", ""},
	{WithdrawCancelled, groupOwn, http.StatusOK, "cancelled by the member", "The note of a withdrawal that its member took back before it was sent.", ""},
	{WithdrawRefused, groupOwn, http.StatusOK, "not paid; the money is back in the wallet", "The note of a withdrawal that the bank or a cashier refused.", ""},
	{WithdrawGaveWay, groupOwn, http.StatusOK, "not paid: an earlier withdrawal had paid this money out already", "The note of a withdrawal that was cancelled for an earlier one, which our ledger had lost and the bank had paid.", ""},
	{WithdrawPaused, groupOwn, http.StatusServiceUnavailable, "withdrawals stand still for now", "wallet/withdraw and withdrawAll while operators have paused them; nothing was done.", ""},
	{GameInDoubt, groupOwn, statusConflict, "money of the member's in this game waits for a person", "wallet/transfer with a slot where a transfer is in doubt.", ""},
	{GameNotOpened, groupOwn, statusConflict, "the game does not open now", "wallet/launch and autoLogin if the provider refuses, or does not respond (503).", ""},
	{PasskeyUnknown, groupOwn, http.StatusUnauthorized, "this passkey is unknown here", "login/passkey or account/confirm/passkey with a passkey that was removed, or was never stored here.", ""},
	{PasskeyInvalid, groupOwn, statusBadRequest, "the passkey could not be checked", "A response to a challenge that is older than 5 minutes, was used before or is not the caller's own; a wrong signature, site or user verification; a credential that is stored already; a proof that is too old.", ""},
	{PasskeyStopped, groupOwn, http.StatusForbidden, "this passkey was stopped", "A passkey that cannot be copied, after its counter went back: one of two copies was used.", ""},
	{PasskeyLimit, groupOwn, statusConflict, "no more passkeys", "account/passkeys of a member who has ten.", ""},
	{CodeUsed, groupOwn, statusConflict, "this code was used; wait for the next", "An operator's login, password or code app with a one-time code of this moment that has opened something already, after the right password only.", ""},
	{RepeatedKey, groupOwn, statusBadRequest, "a field is in the call twice, or in other capitals", "JSON with a key twice in one object, or with a field's key in other capitals (named in fields); nothing was done.", ""},
	{Missing, groupOwn, statusBadRequest, "the call came without it", "The word of a field, never a message: fields.token of invalid-token, where a member's call has no token at all. An app that sent one sends the call again.", ""},
	{GamePaused, groupOwn, statusConflict, "transfers of this game are paused", "wallet/transfer with a slot that operators have paused; nothing was done.", ""},
}

// statusByCode also has the statuses of the two lower-case codes, which the catalogue lacks.
var statusByCode = func() map[Code]int {
	m := map[Code]int{InvalidToken: http.StatusUnauthorized, Gone: http.StatusGone}
	for _, e := range Catalogue {
		m[e.Code] = e.Status
	}
	return m
}()

// MeaningOf returns what a code means, in a few words.
func MeaningOf(code Code) string {
	switch code {
	case InvalidToken:
		return "sign in again"
	case Gone:
		return "the site is closed"
	}
	for _, e := range Catalogue {
		if e.Code == code {
			return e.Meaning
		}
	}
	return ""
}

// StatusOf returns a code's HTTP status. It returns 500 for a code outside the catalogue, which is our bug.
func StatusOf(code Code) int {
	if s, ok := statusByCode[code]; ok {
		return s
	}
	return http.StatusInternalServerError
}
