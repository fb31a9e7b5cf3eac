/** What only some players see of holds, in one file, so that pages pay for it only where it is shown. */
export { HoldView } from './hold-view.tsx'
export { RequirementsView } from './requirements-view.tsx'
export { VerifyOffer } from '../verification/verify-offer.tsx'
