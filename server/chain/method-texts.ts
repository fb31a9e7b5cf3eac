/** The names, labels and hints of the chain's payment methods. */
import { readMethodTexts } from '../kernel/method-texts.ts'

const texts = readMethodTexts('chain')

export const names = texts.of('names', ['chain.crypto'])
export const labels = texts.of('labels', ['network', 'wallet'])
export const hints = texts.of('hints', ['network', 'networkOut', 'wallet'])
