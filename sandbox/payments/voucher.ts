/** Instructions for paying in cash: a number for the counter of a kiosk, in the site's languages. */
import { createHash } from 'node:crypto'
import type { LocaleCode, Translations } from '#contract/locales.ts'
import { money } from '../pages/texts.ts'
import type { Payment } from '../state.ts'

/** Twelve digits derived from the payment, the same after a restart. */
export function voucherNumber({ id }: Pick<Payment, 'id'>): string {
  const digits = BigInt(`0x${createHash('sha256').update(id).digest('hex').slice(0, 16)}`)
    .toString()
    .padStart(12, '0')
    .slice(-12)
  return digits.replace(/(\d{4})(?=\d)/g, '$1\u00a0')
}

export function voucherWords(payment: Payment): Translations {
  const number = voucherNumber(payment)
  const amount = (locale: LocaleCode) => money(locale, payment.amount ?? '', payment.currency)
  return {
    en: `Pay ${amount('en')} in cash at any Plainpay kiosk. Show this number at the counter: ${number}`,
    'pt-BR': `Pague ${amount('pt-BR')} em dinheiro em qualquer quiosque Plainpay. Mostre este número no balcão: ${number}`,
    'fr-CA': `Payez ${amount('fr-CA')} en argent comptant dans n’importe quel kiosque Plainpay. Montrez ce numéro au comptoir : ${number}`,
    es: `Paga ${amount('es')} en efectivo en cualquier quiosco Plainpay. Muestra este número en la caja: ${number}`,
    de: `Zahle ${amount('de')} bar an einem Plainpay-Kiosk. Zeige diese Nummer an der Kasse: ${number}`,
    ar: `ادفع ${amount('ar')} نقدًا في أي كشك Plainpay، وأظهر هذا الرقم عند الصندوق: \u2066${number}\u2069`,
  }
}
