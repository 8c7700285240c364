// Shows what to do where the program fails, is too new for the browser, or has not started within ten seconds. Served as it
// is, in the syntax of 2009. The program removes the notice once it has started. Where this script does not come either, the
// style sheet shows the notice, and without a style sheet it is always on show.
function watchTheStart() {
  var withinMs = 10000

  /** Ends the wait of the style sheet, unless it is over. */
  function takeOver() {
    var notice = document.getElementById('late')
    if (!notice) return
    if (window.getComputedStyle(notice).visibility === 'hidden') notice.setAttribute('hidden', '')
    notice.className = 'container'
  }

  function show() {
    var notice = document.getElementById('late')
    if (notice) notice.removeAttribute('hidden')
    return notice
  }

  // The program removes what has this id: without it the notice stays.
  function showForGood() {
    var notice = show()
    if (notice) notice.removeAttribute('id')
  }

  function handleError(event) {
    var source = event.target
    if (!source || source === window || source.tagName === 'SCRIPT') show()
  }

  // The browsers that web/vite.config.ts builds for have all of these.
  function knowsEnough() {
    return (
      'noModule' in document.createElement('script') &&
      typeof Object.hasOwn === 'function' &&
      typeof HTMLDialogElement === 'function'
    )
  }

  takeOver()
  if (!knowsEnough()) showForGood()
  window.addEventListener('error', handleError, true)
  window.addEventListener('unhandledrejection', show)
  window.setTimeout(show, withinMs)
}

watchTheStart()
