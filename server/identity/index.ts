/** Players, sessions, credentials, codes, and the verification of identity. Other contexts import only this file. */
export { authenticatorOf, secretBytes, stepOf } from './credentials/authenticator.ts'
export {
  counterAfter,
  creationOptions,
  newPasskey,
  readAssertion,
  readAttestation,
  relyingParty,
  requestOptions,
} from './credentials/ceremony.ts'
export { hasRemovedFactors, waitsAfterRemoval } from './credentials/remove-factors.ts'
export { askSecondFactor, codeNotTaken, hasTotp, type TakenFactor } from './credentials/second-factor.ts'
export { faultsOfForm, type FieldFaults, hasFaults } from './form-fields/check-form.ts'
export { fieldsOf, verifiedFields } from './form-fields/form-fields.ts'
export { confirmationHours, sendEmailConfirmation } from './mail-requests/email-confirmation.ts'
export {
  deleteOtherRegistrations,
  deleteRegistration,
  findRegistration,
  type MailRequest,
  queueMailRequest,
  settleRegistration,
} from './mail-requests/mail-requests.ts'
export { readRegistration, type WaitingRegistration } from './mail-requests/waiting-registration.ts'
export { checkPhone } from './otp/check-phone.ts'
export { otpGuessAttempts } from './otp/otp-budget.ts'
export { readPhone } from './otp/phone-number.ts'
export { isOtpRight, type OtpOf, spendOtp } from './otp/otp.ts'
export { isGuessable } from './passwords/guessable.ts'
export { hashPassword, verifyPassword } from './passwords/passwords.ts'
export { changePhone } from './players/change-phone.ts'
export { deviceOf, isMobile } from './players/device.ts'
export { isBarredContact, recordFormerContacts } from './players/former-contacts.ts'
export { isVerified } from './players/is-verified.ts'
export { listAudience } from './players/list-audience.ts'
export { lockStatus, statusName } from './players/lock-status.ts'
export { maskName } from './players/mask-name.ts'
export { findPlayersNamed } from './players/named-player.ts'
export {
  closePlayer,
  confirmAddress,
  deletePlayer,
  findPlayer,
  findPlayerByEmail,
  insertPlayer,
  lockAccess,
  lockConsents,
  lockPlayer,
  normalEmail,
  ownedSince,
  type Player,
  readDetails,
  readPlayer,
  readPlayers,
  takeNewlyRegistered,
  updatePlayer,
} from './players/players.ts'
export { policyOf, policyOfCaller } from './players/policy-of.ts'
export { isOwnerProven, proveAddress } from './players/prove-address.ts'
export { readClosed } from './players/read-closed.ts'
export { readCountry } from './players/read-country.ts'
export { readLocale, readLocales } from './players/read-locale.ts'
export { publicNameOf, readPublicNames } from './players/read-public-names.ts'
export { isReserved } from './players/reserved-name.ts'
export { normalAnswer, type SecurityAnswer, storeSecurityAnswer } from './players/security-answer.ts'
export { accountsOfMailbox, findSharedAddresses, findSharedMailboxes, type Pair } from './players/shared-addresses.ts'
export { switchedOffFor } from './players/switched-off-for.ts'
export { tellOfAct } from './players/tell-of-act.ts'
export { wasRestrictedSince } from './players/was-restricted.ts'
export { issueAutologinToken } from './sessions/autologin.ts'
export { anonymousCaller, callerReader, preferredLocale } from './sessions/caller.ts'
export { checkSession } from './sessions/check-session.ts'
export { isIdle, lastResumedAt } from './sessions/idleness.ts'
export { isSessionOpen } from './sessions/is-session-open.ts'
export { lockOpenSession, SessionEnded } from './sessions/lock-open-session.ts'
export { readPreviousSignIn } from './sessions/previous-sign-in.ts'
export { readSession } from './sessions/session-of-request.ts'
export { closeEverySession, openSession } from './sessions/sessions.ts'
export { namesOfSite } from './sessions/set-password.ts'
export { findSharedDevices } from './sessions/shared-devices.ts'
export { hasSteppedUp } from './sessions/step-up.ts'
export { whyEnded } from './sessions/why-ended.ts'
export { documentFigures } from './verification/review-documents.ts'
export { uploadMessage } from './verification/upload-message.ts'
export { acceptStore } from './verification/accept-store.ts'
export { type Proofs, readProofs } from './verification/proofs.ts'
