/**
 * The BR Code of a Pix charge: what its QR code contains and what the payer can paste into a bank's app. It is the EMV
 * merchant format of the Banco Central do Brasil: fields of an id, a length and a value, and a checksum at the end.
 */
const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`

export function brCode({ address, amount, reference }: { address: string; amount: string; reference: string }): string {
  const text =
    field('00', '01') +
    // A charge at the payee's bank, read at this address, which is written without its scheme.
    field('26', field('00', 'br.gov.bcb.pix') + field('25', address.replace(/^https?:\/\//, '').slice(0, 77))) +
    field('52', '0000') +
    field('53', '986') +
    field('54', amount) +
    field('58', 'BR') +
    field('59', 'FAIRHOUSE SANDBOX') +
    field('60', 'SAO PAULO') +
    field('62', field('05', reference.replaceAll('-', '').slice(0, 25))) +
    '6304'
  return text + checksum(text)
}

/** CRC-16/CCITT-FALSE, in four hexadecimal digits. */
export function checksum(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
