import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../../styles/main.scss'
import { trackFocus } from '../../ui/focus-tracker.ts'
import { KitPage } from './kit-page.tsx'

const dir = new URLSearchParams(location.search).get('dir') === 'rtl' ? 'rtl' : 'ltr'
document.documentElement.dir = dir
document.documentElement.lang = dir === 'rtl' ? 'ar' : 'it'
trackFocus()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <KitPage dir={dir} />
    </StrictMode>,
  )
}
