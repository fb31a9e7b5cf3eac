/** Passkeys in the operator's browser: its answer, or a sentence about why there is none. */
import { makePasskey, proveByPasskey } from '#web/device/passkey.ts'
import { label, type Label } from './labels.ts'

type Options = Record<string, unknown>

export class PasskeyFault extends Error {}

/** The answer to options for `navigator.credentials.create`. */
export const createPasskey = (options: Options): Promise<Options> => answer(makePasskey(options))

/** The answer to options for `navigator.credentials.get`. */
export const answerByPasskey = (options: Options): Promise<Options> => answer(proveByPasskey(options))

const sentences: Record<string, Label> = {
  NotAllowedError: 'passkeyDismissed',
  AbortError: 'passkeyDismissed',
  InvalidStateError: 'passkeyExists',
}

async function answer(ceremony: Promise<object>): Promise<Options> {
  try {
    return { ...(await ceremony) }
  } catch (error) {
    throw new PasskeyFault(label(sentences[(error as Error).name] ?? 'passkeyImpossible'))
  }
}
