export { generatePassword, hashPassword } from './passwords.ts'
export { authenticate } from './routes.ts'
export { createToken, hashToken } from './tokens.ts'
