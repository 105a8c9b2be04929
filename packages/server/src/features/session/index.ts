export { authenticate } from './routes.ts'
export { endSessionsOf, forgetSecondFactor } from './endings.ts'
export { generatePassword, hashPassword } from './passwords.ts'
export { createToken, hashToken } from './tokens.ts'
