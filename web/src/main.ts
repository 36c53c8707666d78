import { mount } from 'svelte';
import { registerSW } from 'virtual:pwa-register';
import './page.css';
import App from './App.svelte';

const target = document.getElementById('page');
if (target) mount(App, { target });
registerSW({ immediate: true });
