import { expect, test } from 'vitest'
import { ApiError } from '../../api/client.ts'
import { otpVerifyFault } from './use-code-entry.ts'
import { otpSendFault } from './use-resend.ts'

const texts = { limitError: 'No more codes', invalidCode: 'Wrong code', cannotVerify: 'Cannot verify phone number' }
const faults: Array<[error: ApiError, sending: string, verifying: string]> = [
  [new ApiError(429, { name: 'limitReached', code: 11005, message: 'Later' }), 'No more codes', 'Later'],
  [new ApiError(422, { name: 'codeInvalid', code: 11003, message: 'No' }), 'No', 'Wrong code'],
  [
    new ApiError(422, { name: 'fieldsInvalid', message: 'No', fields: { phone: ['Not a mobile'] } }),
    'Not a mobile',
    'No',
  ],
  [new ApiError(503, { name: 'unavailable', message: 'Try again' }), 'Try again', 'Try again'],
  // A proxy between page and server answers without an error name.
  [new ApiError(502, {}), 'Cannot verify phone number', 'Cannot verify phone number'],
  [new ApiError(0, { name: 'unreachable' }), 'You are offline', 'You are offline'],
]

// Shows: 8.2.1, 8.3.1
test.each(faults)('%s has a message when sending and when verifying a code', (error, sending, verifying) => {
  expect(otpSendFault(error, texts, 'You are offline')).toBe(sending)
  expect(otpVerifyFault(error, texts, 'You are offline')).toBe(verifying)
})
