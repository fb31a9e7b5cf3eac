/** The mark of a payment window, which survives the navigation to the partner and back. */
import { readStored, writeStored } from '../../device/storage.ts'

const key = 'paymentWindow'

export const markWindow = (isMarked: boolean) => writeStored('session', key, isMarked ? '1' : null)

/** True in a payment window that has returned to the site. The original window shows the progress of the deposit. */
export const isPaymentWindow = () => readStored('session', key) !== null
