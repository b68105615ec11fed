/** Offers to edit again what this tab has just imported. @module */

const again = document.getElementById('importAgain')
const imported = JSON.parse(sessionStorage.getItem('markport-imported') ?? 'null')
again.hidden = imported?.path !== location.pathname
