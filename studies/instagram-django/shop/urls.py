from django.urls import path

from shop import views

urlpatterns = [
    path("", views.feed),
    path("product/<int:number>/", views.product),
    path("about/", views.about),
    path("collector/", views.collector),
]
