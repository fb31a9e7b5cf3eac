/**
 * Complaints: formal ones, with a clock. Also for players who cannot sign in any more, who ask for a link by mail and
 * send the token in it as a bearer token.
 */
import { z } from 'zod'
import { captchaRequired } from './captcha.ts'
import { endpoint } from './endpoint.ts'
import * as HttpStatus from './statuses.ts'

export const complaintCategories = ['payments', 'games', 'bonuses', 'account', 'protection', 'data', 'other'] as const
export type ComplaintCategory = (typeof complaintCategories)[number]
export const complaintSubjects = ['round', 'bet', 'payment', 'entry'] as const
export const complaintOutcomes = ['upheld', 'partly', 'rejected'] as const
/**
 * `open`: waits for the answer. `answered`: the player may accept it, or not, once. `disputed`: the player did not, and
 * waits for the final letter. `resolved`: accepted. `final`: with the final letter the complaint ends here, and can go to
 * the dispute body.
 */
export const complaintStatuses = ['open', 'answered', 'disputed', 'resolved', 'final'] as const
export type ComplaintStatus = (typeof complaintStatuses)[number]
export const complaintLimits = { days: 56, maxLetters: 5000, maxOpen: 10 } as const

/** Counted as people count: a letter beyond the first 65,536 is one letter. */
export const ComplaintText = z
  .string()
  .trim()
  .min(1)
  .max(complaintLimits.maxLetters * 2)
  .refine((text) => [...text].length <= complaintLimits.maxLetters, `At most ${complaintLimits.maxLetters} characters`)

const About = z.object({
  kind: z.enum(complaintSubjects),
  id: z
    .string()
    .trim()
    .regex(/^[\w.:-]{1,64}$/),
})

const Answer = z.object({ text: z.string(), at: z.iso.datetime(), outcome: z.enum(complaintOutcomes) })

export const Complaint = z.object({
  id: z.uuid(),
  /** By which the operator and the player call it. */
  number: z.int(),
  category: z.enum(complaintCategories),
  about: About.nullable(),
  text: z.string(),
  status: z.enum(complaintStatuses),
  filedAt: z.iso.datetime(),
  /** By when the operator must have answered finally: eight weeks after it was filed. */
  dueAt: z.iso.datetime(),
  answer: Answer.nullable(),
  /** What the player wrote, who did not accept the answer. */
  dispute: z.object({ text: z.string(), at: z.iso.datetime() }).nullable(),
  /** The letter with which the operator ends it; `body` is to whom the player can go. */
  final: Answer.extend({ body: z.string().nullable() }).nullable(),
})
export type Complaint = z.output<typeof Complaint>

const complaintNotFound = { status: HttpStatus.notFound }
const signInNeeded = { status: HttpStatus.unauthorized, description: 'Neither a session nor a valid token of a link' }
const tooManyAttempts = { status: HttpStatus.tooManyRequests }
const params = z.object({ id: z.uuid() })

export const askForComplaintLink = endpoint({
  method: 'POST',
  path: '/api/support/complaints/link',
  access: 'public',
  summary:
    'Ask for a link to the complaints of an account, by mail to its confirmed address. The answer is the same for every address',
  body: z.object({ email: z.string().trim().min(3).max(254) }),
  refusals: { captchaRequired, tooManyAttempts },
})
export const listComplaints = endpoint({
  method: 'GET',
  path: '/api/support/complaints',
  access: 'public',
  summary: "List the player's complaints, newest first",
  reply: z.array(Complaint),
  refusals: { signInNeeded },
})
export const readComplaint = endpoint({
  method: 'GET',
  path: '/api/support/complaints/{id}',
  access: 'public',
  summary: 'Get a complaint with the answer and the final letter',
  params,
  reply: Complaint,
  refusals: { signInNeeded, complaintNotFound },
})
export const fileComplaint = endpoint({
  method: 'POST',
  path: '/api/support/complaints',
  access: 'public',
  summary: 'File a complaint; one that is sent again under its id is stored once',
  bodyBytes: 48 * 1024,
  body: z.object({
    id: z.uuid(),
    category: z.enum(complaintCategories),
    about: About.nullable().default(null),
    text: ComplaintText,
  }),
  reply: Complaint,
  refusals: {
    signInNeeded,
    complaintIdTaken: { status: HttpStatus.conflict },
    complaintOpen: {
      status: HttpStatus.conflict,
      description: 'There is an open complaint in this category about the same thing',
    },
    tooManyComplaints: { status: HttpStatus.unprocessable, description: 'Ten complaints are open' },
    tooManyAttempts,
  },
})
export const replyToAnswer = endpoint({
  method: 'POST',
  path: '/api/support/complaints/{id}/reply',
  access: 'public',
  summary: 'Accept the answer, or say once why not',
  params,
  bodyBytes: 48 * 1024,
  body: z.discriminatedUnion('isSatisfied', [
    z.object({ isSatisfied: z.literal(true) }),
    z.object({ isSatisfied: z.literal(false), text: ComplaintText }),
  ]),
  reply: Complaint,
  refusals: {
    signInNeeded,
    complaintNotFound,
    complaintNotAnswered: { status: HttpStatus.conflict, description: 'There is no answer that waits for a reply' },
  },
})
