import { mount } from 'svelte';
import './lib/theme.css';
import App from './App.svelte';
import { loadGames } from './lib/tables';
import { currentLanguage, loadTexts } from './lib/texts';

const texts = loadTexts();
loadGames().catch(() => {}); // every page needs them; the page reports a failure
await texts;
document.documentElement.lang = currentLanguage();
mount(App, { target: document.getElementById('page')! });
