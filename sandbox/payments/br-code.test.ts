import { expect, test } from 'vitest'
import { brCode, checksum } from './br-code.ts'

test('the checksum is that of the published test vector', () => {
  expect(checksum('123456789')).toBe('29B1')
})

test('a BR Code consists of fields with their lengths, names the charge and ends with its checksum', () => {
  const reference = '7b2f7a58-64f6-4be0-9d0e-6a4d1f9c1f11'
  const code = brCode({ address: 'https://pay.example/bank/pay_1', amount: '50.00', reference })
  const fields: Record<string, string> = {}
  for (let at = 0; at < code.length;) {
    const length = Number(code.slice(at + 2, at + 4))
    fields[code.slice(at, at + 2)] = code.slice(at + 4, at + 4 + length)
    at += 4 + length
  }
  expect(fields).toMatchObject({ '00': '01', '53': '986', '54': '50.00', '58': 'BR' })
  expect(fields['26']).toBe('0014br.gov.bcb.pix2522pay.example/bank/pay_1')
  expect(fields['62']).toBe('05257b2f7a5864f64be09d0e6a4d1')
  expect(fields['63']).toBe(checksum(code.slice(0, -4)))
})
