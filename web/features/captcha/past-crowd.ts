/** Repeats a call with a solved captcha if the server asks for one, because others have made too many attempts. */
import { ApiError } from '../../api/client.ts'

export async function pastCrowd<Reply>(call: (proof: { captcha?: string }) => Promise<Reply>): Promise<Reply> {
  try {
    return await call({})
  } catch (error) {
    if (!(error instanceof ApiError) || error.name !== 'captchaRequired') throw error
    const { solveCaptcha } = await import('./captcha.ts')
    return call({ captcha: await solveCaptcha() })
  }
}
