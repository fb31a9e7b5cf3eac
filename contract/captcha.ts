/** The captcha: a proof of work is required instead of a refusal, when others have made too many attempts. */

/** The header of any call with the solution of a challenge of `GET /api/player/captcha`. */
export const captchaHeader = 'x-captcha'

export const captchaRequired = {
  status: 429,
  code: 12004,
  description:
    'too many attempts of others: repeat the call with the solution of a challenge of `GET /api/player/captcha` in the header `X-Captcha`',
} as const
