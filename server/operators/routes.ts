import * as acts from '#contract/desk/acts.ts'
import * as contactMessages from '#contract/desk/contact-messages.ts'
import * as documents from '#contract/desk/documents.ts'
import * as notes from '#contract/desk/notes.ts'
import * as passkeys from '#contract/desk/passkeys.ts'
import * as people from '#contract/desk/people.ts'
import * as requests from '#contract/desk/requests.ts'
import * as queue from '#contract/desk/queue.ts'
import * as session from '#contract/desk/session.ts'
import { bindDesk } from '../kernel/http/bind.ts'
import { claim, contactMessagesState, documentsState, releaseClaim } from './claims.ts'
import { createToken } from './create-token.ts'
import { beginEnrolment, beginPasskeyEnrolment, completeEnrolment, enrolByPasskey } from './enrolment.ts'
import { listActs } from './list-acts.ts'
import { addNote, addTag, readNotes, removeTag, withdrawNote } from './notes.ts'
import { beginPasskeySignIn, beginPasskeyStepUp, signInByPasskey, stepUpByPasskey } from './passkey-sign-in.ts'
import { addPasskey, beginPasskey, listPasskeys, listPersonPasskeys, removePasskey, renamePasskey } from './passkeys.ts'
import {
  changeRoles,
  endPerson,
  inviteAgain,
  invitePerson,
  listPeople,
  listRoles,
  removePersonPasskey,
  rightsOf,
} from './people.ts'
import {
  approveRequest,
  carryOutRequest,
  listRequests,
  readRequest,
  refuseRequest,
  withdrawRequest,
} from './requests.ts'
import { endPersonSession, endSession, listPersonSessions, listSessions, readSession, signOut } from './sessions.ts'
import { signIn, stepUp } from './sign-in.ts'

export const deskRoutes = [
  bindDesk(session.signIn, signIn),
  bindDesk(session.readSession, readSession),
  bindDesk(session.signOut, signOut),
  bindDesk(session.stepUp, stepUp),
  bindDesk(session.listSessions, listSessions),
  bindDesk(session.endSession, endSession),
  bindDesk(session.createToken, createToken),
  bindDesk(session.beginEnrolment, beginEnrolment),
  bindDesk(session.completeEnrolment, completeEnrolment),
  bindDesk(passkeys.listPasskeys, listPasskeys),
  bindDesk(passkeys.beginPasskey, beginPasskey),
  bindDesk(passkeys.addPasskey, addPasskey),
  bindDesk(passkeys.renamePasskey, renamePasskey),
  bindDesk(passkeys.removePasskey, removePasskey),
  bindDesk(passkeys.beginPasskeySignIn, beginPasskeySignIn),
  bindDesk(passkeys.signInByPasskey, signInByPasskey),
  bindDesk(passkeys.beginPasskeyStepUp, beginPasskeyStepUp),
  bindDesk(passkeys.stepUpByPasskey, stepUpByPasskey),
  bindDesk(passkeys.beginPasskeyEnrolment, beginPasskeyEnrolment),
  bindDesk(passkeys.enrolByPasskey, enrolByPasskey),
  bindDesk(people.listPeople, listPeople),
  bindDesk(people.listRoles, listRoles),
  bindDesk(people.invitePerson, invitePerson, { secondPerson: rightsOf }),
  bindDesk(people.inviteAgain, inviteAgain, { secondPerson: rightsOf }),
  bindDesk(people.changeRoles, changeRoles, { secondPerson: rightsOf }),
  bindDesk(people.listPersonSessions, listPersonSessions),
  bindDesk(people.endPersonSession, endPersonSession),
  bindDesk(people.listPersonPasskeys, listPersonPasskeys),
  bindDesk(people.removePersonPasskey, removePersonPasskey),
  bindDesk(people.endPerson, endPerson),
  bindDesk(acts.listActs, listActs),
  bindDesk(requests.listRequests, listRequests),
  bindDesk(requests.readRequest, readRequest),
  bindDesk(requests.approveRequest, approveRequest),
  bindDesk(requests.carryOutRequest, carryOutRequest),
  bindDesk(requests.refuseRequest, refuseRequest),
  bindDesk(requests.withdrawRequest, withdrawRequest),
  bindDesk(documents.documentsState, documentsState),
  bindDesk(contactMessages.contactMessagesState, contactMessagesState),
  bindDesk(notes.readNotes, readNotes),
  bindDesk(notes.addNote, addNote),
  bindDesk(notes.withdrawNote, withdrawNote),
  bindDesk(notes.addTag, addTag),
  bindDesk(notes.removeTag, removeTag),
  bindDesk(queue.claim, claim),
  bindDesk(queue.releaseClaim, releaseClaim),
]
