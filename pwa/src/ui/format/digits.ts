export function onlyDigits(text: string): string {
  return text.replace(/\D/g, '');
}

/** 0812345678 -> 081 234 5678; the Laos variant's longer numbers run on at the end. */
export function groupPhone(text: string): string {
  return group(onlyDigits(text).slice(0, 11), ' ');
}

/** Ten digits read as 3-3-rest; every other length stays as it is. */
export function groupAccount(text: string): string {
  const digits = onlyDigits(text);
  return digits.length === 10 ? group(digits, '-') : text;
}

/** While an account number is being typed: 3-3-rest up to ten digits, plain beyond. */
export function groupAccountTyping(text: string): string {
  const digits = onlyDigits(text).slice(0, 20);
  return digits.length <= 10 ? group(digits, '-') : digits;
}

function group(digits: string, separator: string): string {
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join(separator);
}
