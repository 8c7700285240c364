export { homeOf } from '@portal/contract'
